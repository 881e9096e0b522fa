import { describe, expect, it } from 'vitest';
import { decideOutcome, type TaskFacts, verdictOnError } from '../../core/dispatch/decide-outcome.ts';
import { GitHubError } from '../../core/github/index.ts';

type Publication = NonNullable<TaskFacts['publication']>;

const ENDS = {
  answered: { kind: 'answered' },
  aborted: { kind: 'aborted' },
  failed: { kind: 'failed', outcome: { status: 'failed', message: 'The model said no.' } },
  turns: { kind: 'limit', limit: { kind: 'turns', value: 5, cap: 5, outcome: 'budget' } },
} satisfies Record<string, TaskFacts['end']>;

const pullRequest = { number: 12, url: 'u', branch: 'penguin/7-fix', headSha: 's', author: 'b' };
const PUBLICATIONS = {
  nothing: undefined,
  opened: { kind: 'published', branch: 'penguin/7-fix', pullRequest, continued: false },
  continued: { kind: 'published', branch: 'penguin/7-fix', pullRequest, continued: true },
  blocked: { kind: 'blocked', reason: 'It may not leave.' },
  pushed: { kind: 'blocked', reason: 'No pull request.', branch: 'penguin/7-fix' },
  failed: { kind: 'failed', reason: 'GitHub fell over.' },
} satisfies Record<string, Publication | undefined>;

function decide(change: Partial<TaskFacts> = {}) {
  return decideOutcome({
    end: ENDS.answered,
    publication: undefined,
    wantsChange: true,
    denied: 0,
    stoppedBy: undefined,
    cancelled: false,
    compareUrl: (branch) => `https://compare/${branch}`,
    ...change,
  });
}

const CANCELLED = { kind: 'cancelled', reason: 'The run was cancelled before the task was done.' };
const MODEL = { kind: 'failed', class: 'llm', reason: 'The model said no.' };
const BUDGET = {
  kind: 'budget',
  reason: 'The task reached its limit of 5 turns: raise the input max-turns, or ask for less at a time.',
};
const CHANGED = { kind: 'changed', branch: 'penguin/7-fix', pull_request: 12 };

/** Each ending of the loop with each thing that can have become of the changes. */
const TABLE: [end: keyof typeof ENDS, publication: keyof typeof PUBLICATIONS, verdict: object][] = [
  ['answered', 'nothing', { kind: 'no_change', reason: 'The task ended without a change to any file.' }],
  ['answered', 'opened', { ...CHANGED, reason: 'opened #12' }],
  ['answered', 'continued', { ...CHANGED, reason: 'continued #12' }],
  ['answered', 'blocked', { kind: 'blocked', reason: 'It may not leave.' }],
  [
    'answered',
    'pushed',
    {
      kind: 'blocked',
      reason: 'No pull request. Compare: https://compare/penguin/7-fix',
      branch: 'penguin/7-fix',
    },
  ],
  ['answered', 'failed', { kind: 'failed', class: 'github', reason: 'GitHub fell over.' }],
  ...Object.keys(PUBLICATIONS).flatMap((publication): typeof TABLE => {
    const name = publication as keyof typeof PUBLICATIONS;
    return [
      ['aborted', name, CANCELLED],
      ['failed', name, MODEL],
      ['turns', name, BUDGET],
    ];
  }),
];

describe('how a Task ended', () => {
  it.each(TABLE)('%s, with %s published', (end, publication, verdict) => {
    expect(decide({ end: ENDS[end], publication: PUBLICATIONS[publication] })).toEqual(verdict);
  });

  it('is answered where no change was asked for', () => {
    expect(decide({ wantsChange: false })).toEqual({ kind: 'answered', reason: '' });
    expect(decide({ wantsChange: false, denied: 3 })).toEqual({ kind: 'answered', reason: '' });
  });

  it.each([
    [
      1,
      'A tool call that the task needed was denied, and no file changed: the input approval-mode says what may run.',
    ],
    [
      3,
      '3 tool calls that the task needed were denied, and no file changed: the input approval-mode says what may run.',
    ],
  ])('is denied where %i denials kept it from changing anything', (denied, reason) => {
    expect(decide({ denied })).toEqual({ kind: 'denied', reason });
    expect(decide({ denied, publication: PUBLICATIONS.opened }).kind).toBe('changed');
  });

  it.each([
    [
      { kind: 'tokens', value: 9, cap: 5_000, outcome: 'budget' },
      'budget',
      '5000 tokens: raise the input max-tokens',
    ],
    [
      { kind: 'wall_time', value: 9, cap: 90_000, outcome: 'timed_out' },
      'timed_out',
      '1.5 minutes: raise the input max-minutes',
    ],
  ] as const)('names the limit and the input to raise: %j', (limit, kind, words) => {
    const reason = `The task reached its limit of ${words}, or ask for less at a time.`;
    expect(decide({ end: { kind: 'limit', limit } })).toEqual({ kind, reason });
  });

  it('says what the model said, or how its request ended, and whose fault it is', () => {
    const failed = (outcome: Extract<TaskFacts['end'], { kind: 'failed' }>['outcome']) =>
      decide({ end: { kind: 'failed', outcome } });
    expect(failed({ status: 'auth', message: 'Wrong key.' })).toEqual({
      kind: 'failed',
      class: 'auth',
      reason: 'Wrong key.',
    });
    expect(failed({ status: 'timeout' })).toEqual({
      kind: 'failed',
      class: 'llm',
      reason: "The model's request ended timeout.",
    });
  });
});

describe('a run that was cancelled while its changes were being published', () => {
  it.each([
    ['opened', { ...CHANGED, reason: 'opened #12' }],
    ['nothing', { kind: 'no_change', reason: 'The task ended without a change to any file.' }],
    ['blocked', CANCELLED],
    ['failed', CANCELLED],
    ['pushed', { ...CANCELLED, branch: 'penguin/7-fix' }],
  ] as const)('with %s ends as what is there', (publication, verdict) => {
    expect(decide({ publication: PUBLICATIONS[publication], cancelled: true })).toEqual(verdict);
  });
});

describe('a Task that threw', () => {
  const running = new AbortController().signal;

  it.each([
    [new Error('the disk is full'), { kind: 'failed', class: 'tool', reason: 'the disk is full' }],
    ['words', { kind: 'failed', class: 'tool', reason: 'words' }],
    [
      new GitHubError('GET /repos/{owner}/{repo}', 500, 'Server Error'),
      {
        kind: 'failed',
        class: 'github',
        reason: 'GET /repos/{owner}/{repo}: GitHub answered 500 (Server Error)',
      },
    ],
    [
      new GitHubError('POST /repos/{owner}/{repo}/git/refs', 403, 'Resource not accessible by integration'),
      { kind: 'blocked', reason: expect.stringContaining('add `contents: write`') },
    ],
  ])('%s ends as what broke', (error, verdict) => {
    expect(verdictOnError(error, running)).toEqual(verdict);
  });

  it('after it was cancelled is cancelled, whatever broke on the way', () => {
    expect(verdictOnError(new Error('aborted'), AbortSignal.abort())).toEqual(CANCELLED);
  });
});
