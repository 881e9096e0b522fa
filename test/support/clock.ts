import type { Clock } from '../../core/omnimessage/index.ts';

/** A clock that moves only when told: sleeps resolve in the order in which they fall due. */
export interface FakeClock extends Clock {
  /** Moves time on by `ms`, waking every sleep that falls due on the way and letting its continuation run. */
  advance(ms: number): Promise<void>;
  /** How many sleeps wait. */
  sleeping(): number;
}

export function fakeClock(start = '2026-11-30T12:00:00.000Z'): FakeClock {
  const origin = Date.parse(start);
  let elapsed = 0;
  const sleeps = new Set<{ due: number; wake: () => void }>();

  return {
    now: () => new Date(origin + elapsed),
    monotonic: () => elapsed,
    sleep(ms, signal) {
      if (signal?.aborted === true) return Promise.resolve();
      return new Promise((resolve) => {
        const entry = { due: elapsed + Math.max(0, ms), wake: () => finish() };
        const finish = () => {
          sleeps.delete(entry);
          signal?.removeEventListener('abort', finish);
          resolve();
        };
        sleeps.add(entry);
        signal?.addEventListener('abort', finish, { once: true });
      });
    },
    async advance(ms) {
      const target = elapsed + ms;
      for (;;) {
        const next = [...sleeps].sort((a, b) => a.due - b.due)[0];
        if (next === undefined || next.due > target) break;
        elapsed = Math.max(elapsed, next.due);
        next.wake();
        await settle();
      }
      elapsed = target;
      await settle();
    },
    sleeping: () => sleeps.size,
  };
}

/** Lets everything that is ready to run do so, timers of the real clock excepted. */
function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
}
