import type { Clock } from '../omnimessage/index.ts';

/** As many as a run's beginning and its end need; the live comment allows itself as many edits at once. */
const BURST = 3;
/** GitHub's advice for everything that makes or changes content. */
const SPACING_MS = 1_000;
/** GitHub refuses 500 an hour, which the repository's people and other runs share. */
const MAX_AN_HOUR = 450;
const HOUR_MS = 3_600_000;

/** What a write does: people `see` comments, reactions and pull requests; git's objects and refs are `quiet`, and so is taking away. */
export type WriteKind = 'seen' | 'quiet';

/** When writes may go: what is seen three at once and then one a second, and at most 450 writes of any kind an hour. */
export interface WritePace {
  /** Takes the next place, and tells how many milliseconds it is away. */
  reserve(kind: WriteKind): number;
}

export function createWritePace(clock: Clock): WritePace {
  /** When each write of the last hour went or goes. */
  const times: number[] = [];
  /** When the burst is whole again. */
  let rested = Number.NEGATIVE_INFINITY;

  return {
    reserve(kind) {
      const now = clock.monotonic();
      while ((times[0] ?? now) < now - HOUR_MS) times.shift();
      const hour = (times.at(-MAX_AN_HOUR) ?? Number.NEGATIVE_INFINITY) + HOUR_MS;
      const spaced = kind === 'seen' ? rested - (BURST - 1) * SPACING_MS : now;
      const at = Math.max(now, hour, spaced);
      if (kind === 'seen') rested = Math.max(rested, at) + SPACING_MS;
      times.push(at);
      return at - now;
    },
  };
}
