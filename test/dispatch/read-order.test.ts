import { describe, expect, it } from 'vitest';
import { readOrder } from '../../core/dispatch/read-order.ts';
import type { Thread, Trigger } from '../../core/github/index.ts';

const actor = { login: 'ben', id: 2, type: 'User' };
const repository = { owner: 'octo', repo: 'demo', defaultBranch: 'main', private: false };
const thread: Thread = {
  kind: 'issue',
  number: 7,
  title: 'The date is wrong',
  body: '',
  author: actor,
  createdAt: '2026-11-30T12:00:00Z',
};

function comment(body: string, change: Partial<Thread> = {}): Extract<Trigger, { kind: 'comment' }> {
  const told = { id: 1, body, createdAt: '2026-11-30T12:00:00Z' };
  return { kind: 'comment', repository, actor, thread: { ...thread, ...change }, comment: told };
}

const NONE = () => '';
const order = (body: string, change?: Partial<Thread>) => readOrder(comment(body, change), NONE);

/** Names of the control commands, in order. */
function controls(body: string): string[] {
  const reading = order(body);
  return reading.kind === 'controls' ? reading.commands.map(({ command }) => command.name) : [];
}

describe('a comment', () => {
  it.each([
    '',
    'Nice weather.',
    '> /penguin fix it',
    '`/penguin fix it`',
    '```\n/penguin stop\n```',
    'see /penguin fix',
  ])('%j orders nothing', (body) => {
    expect(order(body)).toEqual({ kind: 'none', reason: 'no command' });
  });

  it('of free text is a task: the text, and what stood before it as context', () => {
    expect(order('It broke today.\n\n/penguin update the changelog\nfor 1.2')).toEqual({
      kind: 'task',
      context: 'It broke today.',
      order: {
        task: 'update the changelog\nfor 1.2',
        instruction: expect.stringContaining('do what it says'),
        title: 'update the changelog\nfor 1.2',
        wantsChange: false,
        readOnly: false,
      },
    });
  });

  it('that asks is answered without a change', () => {
    expect(order('/penguin ask why?')).toMatchObject({
      kind: 'task',
      order: { task: 'why?', wantsChange: false, readOnly: true },
    });
  });

  it('that says fix and no more means the Thread', () => {
    expect(order('/penguin fix')).toMatchObject({
      order: { task: 'Fix what this issue describes.', title: 'fix The date is wrong', wantsChange: true },
    });
    expect(order('/penguin fix', { kind: 'pull_request' })).toMatchObject({
      order: { task: 'Fix what this pull request describes.' },
    });
    expect(order('/penguin fix the date')).toMatchObject({
      order: { task: 'fix the date', title: 'fix the date' },
    });
  });

  it.each(['/penguin', '/penguin ask', '/penguin   \n'])(
    '%j has no task in it, and says what to write',
    (body) => {
      expect(order(body)).toEqual({
        kind: 'unclear',
        reason: expect.stringMatching(/^There is no task in the command: write/),
      });
    },
  );

  it('with a second task is refused whole: one comment, one task', () => {
    expect(order('/penguin fix a\n\n/penguin fix b')).toEqual({
      kind: 'unclear',
      reason: expect.stringMatching(/^One comment can start one task/),
    });
    expect(order('/penguin fix a\n\n/penguin ask b').kind).toBe('unclear');
  });

  it('with several control commands carries them out in the order in which they stand', () => {
    expect(controls('/penguin status\n/penguin stop')).toEqual(['status', 'stop']);
    expect(controls('/penguin help')).toEqual(['help']);
  });

  it('that says the same twice is answered once, where it was said first', () => {
    expect(controls('/penguin stop\n/penguin status\n/penguin stop')).toEqual(['stop', 'status']);
  });

  it.each(['/penguin stop\n\n/penguin fix it', '/penguin fix it\n\n/penguin stop'])(
    'that mixes a task with a control command is refused whole: %j',
    (body) => {
      expect(order(body)).toEqual({
        kind: 'unclear',
        reason: 'This comment mixes a task with other commands: write them in separate comments.',
      });
    },
  );
});

describe('a dispatch', () => {
  const dispatch: Trigger & { kind: 'dispatch' } = { kind: 'dispatch', repository, actor };

  it('has its task in the input prompt', () => {
    const reading = readOrder(dispatch, (name) => (name === 'prompt' ? 'update the changelog' : ''));
    expect(reading).toMatchObject({ kind: 'task', context: '', order: { task: 'update the changelog' } });
  });

  it('without a prompt says what to write', () => {
    expect(readOrder(dispatch, NONE)).toEqual({
      kind: 'unclear',
      reason: expect.stringMatching(/^The input prompt is empty: .*`prompt: update the changelog`/),
    });
  });
});
