import { describe, expect, it } from 'vitest';
import {
  claim,
  claimAll,
  type Holder,
  isTakenByOther,
  parseThreadState,
  release,
  type ThreadState,
  withLiveComment,
} from '../../core/github/thread-state.ts';

const EMPTY: ThreadState = { version: 1, active: null, claimed: [] };

function holder(runId: number, given: Partial<Holder> = {}): Holder {
  const since = '2026-11-30T12:00:00.000Z';
  return { sessionId: `session-${runId}`, runId, runAttempt: 1, title: 'fix it', since, ...given };
}

/** The state after a claim that must succeed. */
function taken(state: ThreadState, commentId: number, by: Holder, lock = true): ThreadState {
  const { value, result } = claim(state, { commentId, holder: by, lock });
  expect(result).toEqual({ kind: 'claimed' });
  if (value === undefined) throw new Error('a claim that succeeds changes the state');
  return value;
}

describe('a claim', () => {
  it('of a free Thread takes the comment and the Thread', () => {
    expect(taken(EMPTY, 1, holder(10))).toEqual({
      version: 1,
      active: holder(10),
      claimed: [{ commentId: 1, runId: 10, runAttempt: 1 }],
    });
  });

  it('without a lock takes the comment and leaves the Thread to whoever holds it', () => {
    const held = taken(EMPTY, 1, holder(10));
    expect(taken(held, 2, holder(20), false)).toEqual({
      version: 1,
      active: holder(10),
      claimed: [
        { commentId: 1, runId: 10, runAttempt: 1 },
        { commentId: 2, runId: 20, runAttempt: 1 },
      ],
    });
  });

  const held = taken(EMPTY, 1, holder(10, { runAttempt: 2 }));
  it.each([
    ['another run', holder(20), { kind: 'duplicate', working: true }],
    ['the same attempt', holder(10, { runAttempt: 2 }), { kind: 'duplicate', working: true }],
    ['an earlier attempt', holder(10, { runAttempt: 1 }), { kind: 'duplicate', working: true }],
  ])('of a taken comment by %s is a duplicate', (_, by, result) => {
    expect(claim(held, { commentId: 1, holder: by, lock: true })).toEqual({ value: undefined, result });
  });

  it('of a comment whose run is done with it says that nobody works on it', () => {
    const done = release(held, 'session-10') ?? held;
    expect(claim(done, { commentId: 1, holder: holder(20), lock: true }).result).toEqual({
      kind: 'duplicate',
      working: false,
    });
  });

  it('of another comment on a held Thread is told who holds it', () => {
    expect(claim(held, { commentId: 2, holder: holder(20), lock: true })).toEqual({
      value: undefined,
      result: { kind: 'busy', holder: holder(10, { runAttempt: 2 }) },
    });
  });

  it('replaces a holder that is known to be dead, and nobody else', () => {
    const request = { commentId: 2, holder: holder(20), lock: true };
    expect(claim(held, { ...request, deadSession: 'session-10' }).value?.active).toEqual(holder(20));
    expect(claim(held, { ...request, deadSession: 'session-9' }).result.kind).toBe('busy');
  });

  it('by a later attempt of the run that took the comment takes it again, once in the list', () => {
    const again = holder(10, { sessionId: 'session-10-again', runAttempt: 3 });
    const { value } = claim(held, { commentId: 1, holder: again, lock: true, deadSession: 'session-10' });
    expect(value).toEqual({
      version: 1,
      active: again,
      claimed: [{ commentId: 1, runId: 10, runAttempt: 3 }],
    });
  });

  it('of an event is by the name of the event: the same one is a duplicate, the next one is not', () => {
    const event = 'labeled penguin 2026-11-30T12:00:00Z';
    const { value } = claim(EMPTY, { event, holder: holder(10), lock: false });
    expect(value?.claimed).toEqual([{ event, runId: 10, runAttempt: 1 }]);
    const again = (request: { event: string } | { commentId: number }, by: Holder) =>
      claim(value ?? EMPTY, { ...request, holder: by, lock: false }).result.kind;
    expect(again({ event }, holder(20))).toBe('duplicate');
    expect(again({ event }, holder(10, { runAttempt: 2 }))).toBe('claimed');
    expect(again({ event: 'labeled penguin 2026-12-01T12:00:00Z' }, holder(20))).toBe('claimed');
    expect(again({ commentId: 10 }, holder(20))).toBe('claimed');
    expect(parseThreadState(JSON.parse(JSON.stringify(value)))).toEqual(value);
  });

  it('keeps the newest two hundred comments, so that the state stays small', () => {
    let state = EMPTY;
    for (let commentId = 1; commentId <= 250; commentId++) {
      state = taken(state, commentId, holder(commentId), false);
    }
    expect(state.claimed).toHaveLength(200);
    expect(state.claimed.at(0)).toMatchObject({ commentId: 51 });
    expect(state.claimed.at(-1)).toMatchObject({ commentId: 250 });
    expect(JSON.stringify(state).length).toBeLessThan(16_000);
  });
});

describe('a run at work that takes comments', () => {
  const held = taken(EMPTY, 1, holder(10));
  const claimBy = (state: ThreadState, commentIds: number[], runId = 10) =>
    claimAll(state, { commentIds, holder: holder(runId) });

  it('takes those that nobody else has, all at once', () => {
    const others = taken(held, 3, holder(20), false);
    const { value, result } = claimBy(others, [2, 3, 4]);
    expect(result).toEqual([2, 4]);
    expect(value?.claimed.map((one) => ['commentId' in one && one.commentId, one.runId])).toEqual([
      [1, 10],
      [3, 20],
      [2, 10],
      [4, 10],
    ]);
    expect(value?.active).toEqual(held.active);
  });

  it('has what it took before, without writing it again', () => {
    const { value } = claimBy(held, [2]);
    expect(claimBy(value ?? EMPTY, [2])).toEqual({ value: undefined, result: [2] });
  });

  it('leaves a comment that another run took to that run', () => {
    expect(claimBy(held, [1], 20)).toEqual({ value: undefined, result: [] });
    expect([10, 20].map((runId) => isTakenByOther(held, 1, runId))).toEqual([false, true]);
    expect(isTakenByOther(held, 2, 20)).toBe(false);
  });
});

describe('the holder of a Thread', () => {
  const held = taken(EMPTY, 1, holder(10));

  it('notes its live comment', () => {
    expect(withLiveComment(held, 'session-10', 77)?.active).toEqual(holder(10, { commentId: 77 }));
  });

  it('lets the Thread go, and the comment stays taken', () => {
    expect(release(held, 'session-10')).toEqual({ ...held, active: null });
  });

  it.each([
    ['another Session', held, 'session-20'],
    ['a Session whose Thread is free', EMPTY, 'session-10'],
  ])('is not %s', (_, state, sessionId) => {
    expect(release(state, sessionId)).toBeUndefined();
    expect(withLiveComment(state, sessionId, 77)).toBeUndefined();
  });
});

describe('a stored state', () => {
  const held = taken(EMPTY, 1, holder(10, { commentId: 77 }));

  it('is read back as it was written', () => {
    expect(parseThreadState(JSON.parse(JSON.stringify(held)))).toEqual(held);
  });

  it('that is not there is empty', () => {
    expect(parseThreadState(undefined)).toEqual(EMPTY);
  });

  it('of a newer version is refused, with what to do', () => {
    expect(() => parseThreadState({ ...held, version: 2 })).toThrow(
      'thread state of version 2: this Penguin reads version 1, update the action',
    );
  });

  it.each([
    ['null', null],
    ['a text', 'held'],
    ['a list', []],
    ['no version', { active: null, claimed: [] }],
    ['no holder field', { version: 1, claimed: [] }],
    ['no list', { version: 1, active: null, claimed: {} }],
    ['a comment without an id', { version: 1, active: null, claimed: [{ runId: 1 }] }],
    ['a comment without a run', { version: 1, active: null, claimed: [{ commentId: 1 }] }],
    ['a holder without a run', { ...held, active: { ...held.active, runId: null } }],
    ['a holder without a Session', { ...held, active: { ...held.active, sessionId: 7 } }],
  ])('that is %s is refused, so that no lock is misread', (_, stored) => {
    expect(() => parseThreadState(stored)).toThrow(/^thread state of version/);
  });
});
