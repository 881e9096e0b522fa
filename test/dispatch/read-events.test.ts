import { describe, expect, it } from 'vitest';
import { readOrder } from '../../core/dispatch/read-order.ts';
import type { ThreadTrigger, Trigger } from '../../core/github/index.ts';

const repository = { owner: 'octo', repo: 'demo', defaultBranch: 'main', private: false };
const actor = { login: 'ann', id: 1, type: 'User' };
const at = '2026-11-30T12:00:00Z';

const threadOf = (body: string): ThreadTrigger['thread'] => ({
  kind: 'issue',
  number: 1,
  title: 'A bug',
  body,
  author: actor,
  createdAt: at,
});
const onThread = (body = '') => ({ repository, actor, thread: threadOf(body), at });
const inputs = (given: Record<string, string>) => (name: string) => given[name] ?? '';
const read = (trigger: Exclude<Trigger, { kind: 'none' }>, given: Record<string, string> = {}) =>
  readOrder(trigger, inputs(given));

describe('an issue that is opened', () => {
  it.each([['It breaks.'], ['```\n/penguin fix it\n```'], ['> /penguin fix it'], ['']])(
    'with the text %j asks for nothing',
    (body) => {
      expect(read({ kind: 'opened', ...onThread(body) })).toEqual({ kind: 'none', reason: 'no command' });
    },
  );

  it('with two tasks is unclear, as a comment is', () => {
    const body = '/penguin fix it\n/penguin ask why';
    expect(read({ kind: 'opened', ...onThread(body) }).kind).toBe('unclear');
  });
});

describe.each([
  ['label', (name: string) => ({ kind: 'labeled' as const, ...onThread('/penguin stop'), label: name })],
  [
    'assignee',
    (name: string) => ({ kind: 'assigned' as const, ...onThread('/penguin stop'), assignee: name }),
  ],
])('the input %s', (input, given) => {
  it('names the one that asks to resolve the issue, in any case', () => {
    expect(read(given('Penguin'), { [input]: 'penguin' })).toMatchObject({
      kind: 'task',
      order: { task: 'Resolve this issue.', title: 'A bug' },
      context: '',
    });
  });

  it('keeps every other from asking for anything, and all of them when it is empty', () => {
    const nothing = { kind: 'none', reason: `not the ${input} that the input ${input} names` };
    expect(read(given('bug'), { [input]: 'penguin' })).toEqual(nothing);
    expect(read(given('penguin'))).toEqual(nothing);
    expect(read(given(''))).toEqual(nothing);
  });
});

describe.each([
  ['workflow_dispatch', { kind: 'dispatch', repository, actor }],
  ['scheduled', { kind: 'schedule', repository, cron: '0 3 * * 1' }],
] as const)('a %s run', (name, trigger) => {
  it('takes its task from the input prompt', () => {
    expect(read(trigger, { prompt: 'update the changelog' })).toMatchObject({
      kind: 'task',
      order: { task: 'update the changelog' },
    });
  });

  it('without a prompt says which input is empty', () => {
    expect(read(trigger)).toMatchObject({
      kind: 'unclear',
      reason: expect.stringContaining(`a ${name} run needs the text of its task`),
    });
  });
});
