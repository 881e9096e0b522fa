/**
 * Lets many callers share one costly act. Every call gets a run that starts after it, never one that is already
 * under way; calls made while one runs share the next.
 */
export function coalesce(act: () => Promise<void>): () => Promise<void> {
  let latest: Promise<void> = Promise.resolve();
  let waiting: Promise<void> | undefined;
  const start = () => {
    waiting = undefined;
    return act();
  };
  return () => {
    // A run that failed has told its own callers; those who wait for the next one get that one's answer.
    waiting ??= latest.then(start, start);
    latest = waiting;
    return waiting;
  };
}
