/** The state of a Thread as a value: who works on it and which comments and events have been taken. Pure. */
import { fieldsOf } from './payload.ts';
import { isSameSource, type Source } from './source.ts';

/** The run that works on a Thread. */
export interface Holder {
  sessionId: string;
  runId: number;
  runAttempt: number;
  /** What it works on, in a few words. */
  title: string;
  /** ISO-8601. */
  since: string;
  /** The live comment, once it exists. */
  commentId?: number;
}

/** What somebody handles, and the run that does. */
type Claimed = Source & { runId: number; runAttempt: number };

export interface ThreadState {
  version: 1;
  active: Holder | null;
  /** Newest last. */
  claimed: Claimed[];
}

/** Enough to recognise what comes twice; older ones are not delivered again. */
const MAX_CLAIMED = 200;

export type Claim =
  | { kind: 'claimed' }
  /** Another run handles it (`working`), or has. */
  | { kind: 'duplicate'; working: boolean }
  /** Another Session works on the Thread. */
  | { kind: 'busy'; holder: Holder };

/** What a run asks for: a source, and with `lock` the Thread. */
export type ClaimRequest = Source & { holder: Holder; lock: boolean };

/**
 * Takes the comment or event and, for a Task, the Thread. `deadSession` is a Session whose run GitHub says is over: it
 * holds nothing. A later attempt of the very run that took it may take it again: somebody re-ran it on purpose.
 */
export function claim(
  state: ThreadState,
  request: ClaimRequest & { deadSession?: string },
): { value: ThreadState | undefined; result: Claim } {
  const { holder, lock } = request;
  const source = 'commentId' in request ? { commentId: request.commentId } : { event: request.event };
  const earlier = state.claimed.find((taken) => isSameSource(taken, source));
  if (earlier !== undefined && !(earlier.runId === holder.runId && earlier.runAttempt < holder.runAttempt)) {
    const working = state.active?.runId === earlier.runId;
    return { value: undefined, result: { kind: 'duplicate', working } };
  }
  const { active } = state;
  if (lock && active !== null && active.sessionId !== request.deadSession) {
    return { value: undefined, result: { kind: 'busy', holder: active } };
  }
  const taken = { ...source, runId: holder.runId, runAttempt: holder.runAttempt };
  const others = state.claimed.filter((other) => !isSameSource(other, source));
  return {
    value: {
      version: 1,
      active: lock ? holder : active,
      claimed: [...others, taken].slice(-MAX_CLAIMED),
    },
    result: { kind: 'claimed' },
  };
}

/**
 * Takes comments for a run that is at work already, those that no other run has. What the run itself has taken counts: the answer to
 * an earlier try may have been lost.
 */
export function claimAll(
  state: ThreadState,
  { commentIds, holder }: { commentIds: readonly number[]; holder: Pick<Holder, 'runId' | 'runAttempt'> },
): { value: ThreadState | undefined; result: number[] } {
  const { runId, runAttempt } = holder;
  const result = commentIds.filter((id) => !isTakenByOther(state, id, runId));
  const fresh = result.filter((id) => !state.claimed.some((taken) => isSameSource(taken, { commentId: id })));
  if (fresh.length === 0) return { value: undefined, result };
  const taken = fresh.map((commentId) => ({ commentId, runId, runAttempt }));
  return { value: { ...state, claimed: [...state.claimed, ...taken].slice(-MAX_CLAIMED) }, result };
}

/** Whether a comment was taken by another run than `runId`. */
export function isTakenByOther({ claimed }: ThreadState, commentId: number, runId: number): boolean {
  return claimed.some((taken) => isSameSource(taken, { commentId }) && taken.runId !== runId);
}

/** Records the live comment of the Session that holds the Thread. */
export function withLiveComment(
  state: ThreadState,
  sessionId: string,
  commentId: number,
): ThreadState | undefined {
  if (state.active?.sessionId !== sessionId) return undefined;
  return { ...state, active: { ...state.active, commentId } };
}

/** Lets go of the Thread, if the Session still holds it. */
export function release(state: ThreadState, sessionId: string): ThreadState | undefined {
  return state.active?.sessionId === sessionId ? { ...state, active: null } : undefined;
}

/** Reads a stored state. Throws on what a newer version wrote: its locks must not be misread. */
export function parseThreadState(stored: unknown): ThreadState {
  if (stored === undefined) return { version: 1, active: null, claimed: [] };
  const fields = fieldsOf(stored);
  const version = fields.number('version');
  if (version !== 1 || !isThreadState(stored)) {
    throw new Error(
      `thread state of version ${version ?? 'unknown'}: this Penguin reads version 1, update the action`,
    );
  }
  return stored;
}

function isThreadState(stored: unknown): stored is ThreadState {
  if (typeof stored !== 'object' || stored === null || !('claimed' in stored) || !('active' in stored))
    return false;
  return (
    Array.isArray(stored.claimed) &&
    stored.claimed.every(isClaimed) &&
    (stored.active === null || isHolder(stored.active))
  );
}

function isClaimed(value: unknown): value is Claimed {
  const fields = fieldsOf(value);
  return (
    (fields.number('commentId') !== undefined || fields.text('event') !== undefined) &&
    fields.number('runId') !== undefined &&
    fields.number('runAttempt') !== undefined
  );
}

function isHolder(value: unknown): value is Holder {
  const fields = fieldsOf(value);
  return (
    fields.text('sessionId') !== undefined &&
    fields.text('title') !== undefined &&
    fields.text('since') !== undefined &&
    fields.number('runId') !== undefined &&
    fields.number('runAttempt') !== undefined
  );
}
