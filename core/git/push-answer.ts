/** Why the other side, or git itself, would not move the ref. */
type RejectionReason =
  /** The ref was to be new and is not. */
  | 'exists'
  /** The ref is not what it was expected to be, or the commit does not build on it. */
  | 'non_fast_forward'
  /** A branch protection or a ruleset. */
  | 'protected'
  /** A rule wants signed commits: such commits are made by API. */
  | 'unsigned'
  /** The token may not touch workflow files. */
  | 'workflow_permission'
  /** The token may not write here. */
  | 'forbidden'
  | 'other';

export interface PushRejection {
  kind: 'rejected';
  reason: RejectionReason;
  /** What git and the other side said; untrusted text. */
  message: string;
}

/** The words of git and of GitHub; the first row that fits counts. */
const REASONS: readonly (readonly [RegExp, RejectionReason])[] = [
  [/refusing to allow .+ to create or update workflow/i, 'workflow_permission'],
  [/must have verified signatures/i, 'unsigned'],
  [/cannot contain secrets/i, 'other'],
  [/GH006|GH013|protected branch|repository rule violations/i, 'protected'],
  [/reference already exists|\(already exists\)/i, 'exists'],
  [
    /stale info|fetch first|non-fast-forward|needs force|cannot lock ref|failed to update ref/i,
    'non_fast_forward',
  ],
  [/permission|denied|not allowed/i, 'forbidden'],
];
const MAX_MESSAGE_LINES = 12;

/**
 * Reads `git push --porcelain`: one line `<flag> TAB <refs> TAB <summary>` for the one ref. Undefined when git did
 * not get that far.
 */
export function readPushAnswer(
  stdout: string,
  stderr: string,
): { kind: 'pushed' } | PushRejection | undefined {
  const [, flag, summary = ''] = /^([ *=!])\t[^\t\n]*\t(.*)$/m.exec(stdout) ?? [];
  if (flag === undefined) return undefined;
  if (flag !== '!') return { kind: 'pushed' };
  const remarks = stderr.split('\n').flatMap((line) => /^remote: (.*\S)/.exec(line)?.[1] ?? []);
  const message = [summary, ...remarks.slice(0, MAX_MESSAGE_LINES)].join('\n');
  return { kind: 'rejected', reason: reasonOf(message), message };
}

function reasonOf(message: string): RejectionReason {
  return REASONS.find(([words]) => words.test(message))?.[1] ?? 'other';
}
