import { type Clock, OVER } from '../omnimessage/index.ts';

/** How long a model stream or a tool may take to close its own output after an abort, in milliseconds. */
const ABORT_GRACE_MS = 250;

export const ABORTED = Symbol('aborted');

/** Who is told when a Task aborts: any number, through one listener on its signal. */
export interface Interruption {
  /** Calls `act` once when the Task aborts, at once if it has; the function returned takes that back. */
  onAbort(act: () => void): () => void;
}

export function createInterruption(signal: AbortSignal): Interruption {
  const acts = new Set<() => void>();
  signal.addEventListener('abort', () => {
    for (const act of acts) act();
  });
  return {
    onAbort(act) {
      if (signal.aborted) act();
      else acts.add(act);
      return () => acts.delete(act);
    },
  };
}

/** The value of `promise`, or `ABORTED` as soon as the Task aborts. A promise that never settles does not hang an abort. */
export function untilAborted<T>(
  interruption: Interruption,
  promise: Promise<T>,
): Promise<T | typeof ABORTED> {
  return new Promise((resolve, reject) => {
    const forget = interruption.onAbort(() => resolve(ABORTED));
    promise.then(resolve, reject).finally(forget);
  });
}

/**
 * The value of `promise`, which after an abort gets a short grace to close what it has open, so that streams end whole; a stuck one
 * is left behind as `ABORTED`.
 */
export async function withGrace<T>(
  clock: Clock,
  interruption: Interruption,
  promise: Promise<T>,
): Promise<T | typeof ABORTED> {
  const result = await untilAborted(interruption, promise);
  if (result !== ABORTED) return result;
  const settled = new AbortController();
  const grace = clock.sleep(ABORT_GRACE_MS, settled.signal).then((): typeof ABORTED => ABORTED);
  return Promise.race([promise, grace]).finally(() => settled.abort(OVER));
}
