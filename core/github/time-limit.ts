import type { Clock } from '../omnimessage/index.ts';

/** A signal that aborts when `ms` have passed, unless `off` was called by then. */
export function timeLimit(clock: Clock, ms: number): { signal: AbortSignal; off(): void } {
  const limit = new AbortController();
  const called = new AbortController();
  void clock.sleep(ms, called.signal).then(() => {
    if (!called.signal.aborted) limit.abort(new Error(`nothing within ${ms / 1000} s`));
  });
  return { signal: limit.signal, off: () => called.abort() };
}
