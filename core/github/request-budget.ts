/** What GitHub lets one run ask: so many requests at once, so many writes a second and an hour, and a wait when it says so. */
import type { Clock, Log } from '../omnimessage/index.ts';
import { type Refusal, untilReset } from './asked-wait.ts';
import { createSlots } from './slots.ts';
import { createWritePace, type WriteKind } from './write-pace.ts';

/** GitHub allows 100, to all runs of a repository together. */
const MAX_AT_ONCE = 20;
/** As long as a Task may take where nothing else is set: a run that waits costs a runner. */
const LONGEST_WAIT_MS = 30 * 60_000;
/** Of 1,000 requests an hour, which all runs of the repository share: below it the live comment becomes rare. */
const SCARCE = 200;

export interface RequestBudget {
  /** Waits until a request may go. Resolves to what says that it has been answered. */
  enter(kind: 'read' | WriteKind, signal: AbortSignal): Promise<() => void>;
  /** Reads what an answer tells of the budget. */
  note(headers: Refusal['headers']): void;
  /** Lets everything wait; false when that is longer than a run waits. */
  pause(ms: number): boolean;
  /** Whether few requests are left in this hour. */
  isScarce(): boolean;
}

/** `hurry` aborts when the run is cancelled: from then on nothing waits. */
export function createRequestBudget(ports: { clock: Clock; log: Log; hurry: AbortSignal }): RequestBudget {
  const { clock, log, hurry } = ports;
  const slots = createSlots(MAX_AT_ONCE);
  const pace = createWritePace(clock);
  let pausedUntil = Number.NEGATIVE_INFINITY;
  let remaining = Number.POSITIVE_INFINITY;

  const wait = (ms: number, signal: AbortSignal) =>
    ms > 0 && !hurry.aborted ? clock.sleep(ms, AbortSignal.any([signal, hurry])) : Promise.resolve();

  async function pauseEnd(signal: AbortSignal): Promise<void> {
    while (pausedUntil > clock.monotonic() && !signal.aborted && !hurry.aborted) {
      await wait(pausedUntil - clock.monotonic(), signal);
    }
  }

  function pause(ms: number): boolean {
    if (ms > LONGEST_WAIT_MS || hurry.aborted) return false;
    const until = clock.monotonic() + ms;
    // Requests that were refused together ask for one wait.
    if (until > pausedUntil + 1_000) log.warn(`GitHub asks to wait ${Math.ceil(ms / 1_000)} s`);
    pausedUntil = Math.max(pausedUntil, until);
    return true;
  }

  return {
    async enter(kind, signal) {
      if (kind !== 'read') await wait(pace.reserve(kind), signal);
      const leave = await slots.take();
      await pauseEnd(signal);
      return leave;
    },
    note(headers) {
      if (headers['x-ratelimit-remaining'] === undefined) return;
      remaining = Number(headers['x-ratelimit-remaining']);
      if (remaining === 0) pause(untilReset(headers, clock.now()));
    },
    pause,
    isScarce: () => remaining < SCARCE,
  };
}
