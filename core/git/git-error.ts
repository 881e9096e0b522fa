/** Why a git command gave no answer. */
export type GitFailure =
  | { kind: 'exit'; exitCode: number }
  | { kind: 'killed'; signal: string }
  | { kind: 'timeout'; afterMs: number }
  | { kind: 'aborted' }
  | { kind: 'too_much_output'; maxBytes: number }
  | { kind: 'not_started'; reason: string };

/** A git command that failed. What git printed has passed the redactor. */
export class GitError extends Error {
  override readonly name = 'GitError';
  readonly subcommand: string;
  readonly failure: GitFailure;
  readonly stderr: string;

  constructor(subcommand: string, failure: GitFailure, stderr = '') {
    super(`git ${subcommand} ${describe(failure)}${firstLines(stderr)}`);
    this.subcommand = subcommand;
    this.failure = failure;
    this.stderr = stderr;
  }
}

function describe(failure: GitFailure): string {
  switch (failure.kind) {
    case 'exit':
      return `ended with exit code ${failure.exitCode}`;
    case 'killed':
      return `was killed by ${failure.signal}`;
    case 'timeout':
      return `did not end within ${failure.afterMs / 1000} s and was stopped`;
    case 'aborted':
      return 'was stopped because the run was aborted';
    case 'too_much_output':
      return `printed more than ${failure.maxBytes} bytes and was stopped`;
    case 'not_started':
      return `could not be started (${failure.reason}): install git 2.32 or newer, on PATH and outside the Workspace`;
  }
}

function firstLines(stderr: string): string {
  const lines = stderr.trim().split('\n', 4).slice(0, 3);
  return lines[0] === '' ? '' : `: ${lines.join(' ')}`;
}
