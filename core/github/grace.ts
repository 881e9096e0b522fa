import type { Clock } from '../omnimessage/index.ts';

/** A run that is cancelled has 7.5 seconds to finish: what is under way may take so much of it. */
const GRACE_MS = 2_000;

/**
 * Does what should not be stopped half-way: once it is under way, `signal` stops it two seconds later, by which it is done as a rule and
 * we know what came of it.
 */
export async function withGrace<T>(
  clock: Clock,
  signal: AbortSignal,
  act: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  if (signal.aborted) return act(signal);
  const stop = new AbortController();
  const done = new AbortController();
  const stopLater = async () => {
    await clock.sleep(GRACE_MS, done.signal);
    stop.abort();
  };
  signal.addEventListener('abort', () => void stopLater(), { once: true, signal: done.signal });
  try {
    return await act(stop.signal);
  } finally {
    done.abort();
  }
}
