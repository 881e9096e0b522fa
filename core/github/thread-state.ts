/** The state of a Thread as a value: who works on it and which comments have been taken. Pure. */
import { fieldsOf } from './payload.ts';

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

/** A comment whose command somebody handles, and the run that does. */
interface ClaimedComment {
  commentId: number;
  runId: number;
  runAttempt: number;
}

export interface ThreadState {
  version: 1;
  active: Holder | null;
  /** Newest last. */
  claimed: ClaimedComment[];
}

/** Enough to recognise a comment that comes twice; older ones are not delivered again. */
const MAX_CLAIMED = 200;

export type Claim =
  | { kind: 'claimed' }
  /** Another run handles this comment (`working`), or has. */
  | { kind: 'duplicate'; working: boolean }
  /** Another Session works on the Thread. */
  | { kind: 'busy'; holder: Holder };

/**
 * Takes the comment and, for a Task, the Thread. `deadSession` is a Session whose run GitHub says is over: it holds
 * nothing. A later attempt of the very run that took the comment may take it again: somebody re-ran it on purpose.
 */
export function claim(
  state: ThreadState,
  request: { commentId: number; holder: Holder; lock: boolean; deadSession?: string },
): { value: ThreadState | undefined; result: Claim } {
  const { commentId, holder, lock } = request;
  const earlier = state.claimed.find((taken) => taken.commentId === commentId);
  if (earlier !== undefined && !(earlier.runId === holder.runId && earlier.runAttempt < holder.runAttempt)) {
    const working = state.active?.runId === earlier.runId;
    return { value: undefined, result: { kind: 'duplicate', working } };
  }
  const { active } = state;
  if (lock && active !== null && active.sessionId !== request.deadSession) {
    return { value: undefined, result: { kind: 'busy', holder: active } };
  }
  const taken = { commentId, runId: holder.runId, runAttempt: holder.runAttempt };
  const others = state.claimed.filter((other) => other.commentId !== commentId);
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
  const fresh = result.filter((id) => !state.claimed.some(({ commentId }) => commentId === id));
  if (fresh.length === 0) return { value: undefined, result };
  const taken = fresh.map((commentId) => ({ commentId, runId, runAttempt }));
  return { value: { ...state, claimed: [...state.claimed, ...taken].slice(-MAX_CLAIMED) }, result };
}

/** Whether a comment was taken by another run than `runId`. */
export function isTakenByOther({ claimed }: ThreadState, commentId: number, runId: number): boolean {
  return claimed.some((taken) => taken.commentId === commentId && taken.runId !== runId);
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
    stored.claimed.every(isClaimedComment) &&
    (stored.active === null || isHolder(stored.active))
  );
}

function isClaimedComment(value: unknown): value is ClaimedComment {
  const fields = fieldsOf(value);
  return (
    fields.number('commentId') !== undefined &&
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
