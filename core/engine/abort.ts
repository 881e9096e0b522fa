import type { Clock } from '../omnimessage/index.ts';

/** How long a model stream or a tool may take to close its own output after an abort, in milliseconds. */
const ABORT_GRACE_MS = 250;

export const ABORTED = Symbol('aborted');

/** The value of `promise`, or `ABORTED` as soon as `signal` aborts. A promise that never settles does not hang an abort. */
export function untilAborted<T>(signal: AbortSignal, promise: Promise<T>): Promise<T | typeof ABORTED> {
  return new Promise((resolve, reject) => {
    const abort = () => resolve(ABORTED);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

/**
 * The value of `promise`, which after an abort gets a short grace to close what it has open, so that streams end whole; a stuck one
 * is left behind as `ABORTED`.
 */
export async function withGrace<T>(
  clock: Clock,
  signal: AbortSignal,
  promise: Promise<T>,
): Promise<T | typeof ABORTED> {
  const result = await untilAborted(signal, promise);
  if (result !== ABORTED) return result;
  const settled = new AbortController();
  const grace = clock.sleep(ABORT_GRACE_MS, settled.signal).then((): typeof ABORTED => ABORTED);
  return Promise.race([promise, grace]).finally(() => settled.abort());
}
