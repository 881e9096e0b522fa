import type { Clock } from '../../core/omnimessage/index.ts';

/** The limits of a request to GitHub, of a git command and of a transfer, in milliseconds: everything else is a pause. */
const LIMITS = new Set([20_000, 120_000, 600_000]);

/** A clock whose pauses are over at once and are noted, and whose limits never come: they sleep until they are aborted. */
export interface HastyClock extends Clock {
  /** The pauses that were asked for, in milliseconds. */
  readonly pauses: readonly number[];
}

export function hastyClock(start = '2026-11-30T12:00:00.000Z'): HastyClock {
  const origin = Date.parse(start);
  const pauses: number[] = [];
  let elapsed = 0;
  return {
    pauses,
    now: () => new Date(origin + elapsed),
    monotonic: () => elapsed,
    async sleep(ms, signal) {
      if (signal?.aborted === true) return;
      if (LIMITS.has(ms)) return aborted(signal);
      pauses.push(ms);
      elapsed += ms;
    },
  };
}

function aborted(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    signal?.addEventListener('abort', () => resolve(), { once: true });
  });
}
