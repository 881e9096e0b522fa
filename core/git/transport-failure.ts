import { GitError } from './git-error.ts';

/** Why the other side could not be used at all. */
export type TransportFailure =
  | { kind: 'forbidden'; message: string }
  /**
   * No answer, or none that made sense: trying again later may help. Whether a push took effect is not known then.
   */
  | { kind: 'unreachable'; message: string };

/** The words of git and of GitHub for a token that is not good enough; a repository that may not be seen is "not found". */
const FORBIDDEN = [
  /returned error: 40[134]/,
  /Authentication failed/,
  /could not read Username/,
  /Permission to \S+ denied/,
  /Repository not found/i,
  /repository '.*' not found/,
  /Write access to repository not granted/,
];

/**
 * Reads what a git command said of its transport; an abort, and anything that is no failure of the transport, is
 * thrown again.
 */
export function transportFailure(error: unknown): TransportFailure {
  if (!(error instanceof GitError)) throw error;
  switch (error.failure.kind) {
    case 'timeout':
      return { kind: 'unreachable', message: error.message };
    case 'exit':
      return { kind: isForbidden(error.stderr) ? 'forbidden' : 'unreachable', message: error.message };
    case 'aborted':
    case 'killed':
    case 'not_started':
    case 'too_much_output':
      throw error;
  }
}

/**
 * A token that has asked too much is as good as before, a while later; and one that was good enough for the first request of a
 * push is good enough for the second.
 */
const PASSING = /rate limit|RPC failed; HTTP 403/i;

function isForbidden(stderr: string): boolean {
  return !PASSING.test(stderr) && FORBIDDEN.some((words) => words.test(stderr));
}
