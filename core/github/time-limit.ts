import type { Clock } from '../omnimessage/index.ts';

/** GitHub answers within 10 seconds or not at all; a little more covers the way. */
const PATIENCE_MS = 20_000;
/** A run that is cancelled has 7.5 seconds to finish: one answer may take so much of it. */
const HURRY_MS = 2_000;

/** A signal that aborts when a request has taken too long, unless `off` was called by then. `hurry` says that the run is cancelled. */
export function timeLimit(clock: Clock, hurry: AbortSignal): { signal: AbortSignal; off(): void } {
  const limit = new AbortController();
  const called = new AbortController();

  async function watch(): Promise<void> {
    await clock.sleep(PATIENCE_MS, AbortSignal.any([called.signal, hurry]));
    if (hurry.aborted) await clock.sleep(HURRY_MS, called.signal);
    if (called.signal.aborted) return;
    const ms = hurry.aborted ? HURRY_MS : PATIENCE_MS;
    limit.abort(new Error(`nothing within ${ms / 1000} s`));
  }
  void watch();
  return { signal: limit.signal, off: () => called.abort() };
}
