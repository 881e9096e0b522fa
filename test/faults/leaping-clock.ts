import type { Clock } from '../../core/omnimessage/index.ts';
import type { Activity } from './activity.ts';

/** So often in a row nothing must go on. */
const QUIET_LOOKS = 4;
const LOOK_MS = 1;

/** A clock that stands still while anything goes on, and leaps to the next sleep's end when nothing does: an hour of waits takes no time. */
export interface LeapingClock extends Clock {
  /** Sleeps that wait. */
  sleeping(): number;
}

interface Sleep {
  due: number;
  wake: () => void;
}

export function leapingClock(activity: Activity, start = '2026-11-30T12:00:00.000Z'): LeapingClock {
  const origin = Date.parse(start);
  const sleeps = new Set<Sleep>();
  let elapsed = 0;
  let looking = false;

  async function look(): Promise<void> {
    looking = true;
    for (let quiet = 0; sleeps.size > 0; ) {
      const before = activity.changes();
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
      quiet = activity.idle() && activity.changes() === before ? quiet + 1 : 0;
      if (quiet < QUIET_LOOKS) continue;
      quiet = 0;
      leap();
    }
    looking = false;
  }

  function leap(): void {
    elapsed = Math.max(elapsed, Math.min(...[...sleeps].map(({ due }) => due)));
    for (const { due, wake } of [...sleeps]) if (due <= elapsed) wake();
  }

  return {
    now: () => new Date(origin + elapsed),
    monotonic: () => elapsed,
    sleeping: () => sleeps.size,
    sleep(ms, signal) {
      if (signal?.aborted === true) return Promise.resolve();
      return new Promise((resolve) => {
        const wake = () => {
          sleeps.delete(entry);
          signal?.removeEventListener('abort', wake);
          resolve();
        };
        const entry = { due: elapsed + Math.max(0, ms), wake };
        sleeps.add(entry);
        signal?.addEventListener('abort', wake, { once: true });
        if (!looking) void look();
      });
    },
  };
}
