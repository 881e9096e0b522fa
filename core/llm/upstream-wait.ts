import { type Clock, OVER } from '../omnimessage/index.ts';

export type Step<T> =
  | { kind: 'value'; value: T }
  | { kind: 'ended' }
  | { kind: 'threw'; error: unknown }
  | Interruption;

type Interruption = { kind: 'aborted' } | { kind: 'timed_out' };

/** Waiting for the values of a source that may ignore every request to stop. */
export interface UpstreamWait<T> {
  /** What comes first: the source's next step, an abort, or the end of patience. An interruption is final. */
  next(): Promise<Step<T>>;
  /** From the first call on, all waits together may take `ms`. */
  finishWithin(ms: number): void;
  /** Ends the waiting: timers go, the source is told to stop and not waited for. */
  stop(): void;
}

const ENDED = { kind: 'ended' } as const;

/**
 * Opens a source with the signal that will tell it to stop. Time counts only while `next` waits. A single wait
 * may take `limitMs`; 0 or less is no limit. An abort of any of `signals` ends the wait at once.
 */
export function createUpstreamWait<T>(
  open: (signal: AbortSignal) => AsyncIterable<T>,
  clock: Clock,
  limitMs: number,
  signals: AbortSignal[],
): UpstreamWait<T> {
  const stopped = new AbortController();
  const source = open(stopped.signal)[Symbol.asyncIterator]();
  let interruption: Interruption | undefined;
  let resolve: ((step: Step<T>) => void) | undefined;
  let waitingSince: number | undefined;
  let waitedBefore = 0;
  let finishing = false;

  const waiting = () => (waitingSince === undefined ? 0 : clock.monotonic() - waitingSince);

  function settle(step: Step<T>): void {
    waitedBefore += waiting();
    waitingSince = undefined;
    resolve?.(step);
  }

  function interrupt(reason: Interruption): void {
    interruption ??= reason;
    settle(interruption);
  }

  async function watch(left: () => number): Promise<void> {
    for (let ms = left(); !stopped.signal.aborted; ms = left()) {
      if (ms <= 0) return interrupt({ kind: 'timed_out' });
      await clock.sleep(ms, stopped.signal);
    }
  }

  function next(): Promise<Step<T>> {
    if (interruption !== undefined) return Promise.resolve(interruption);
    return new Promise((settled) => {
      resolve = settled;
      waitingSince = clock.monotonic();
      source.next().then(
        (step) => settle(step.done === true ? ENDED : { kind: 'value', value: step.value }),
        (error: unknown) => settle({ kind: 'threw', error }),
      );
    });
  }

  const abort = () => interrupt({ kind: 'aborted' });
  for (const signal of signals) {
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true, signal: stopped.signal });
  }
  if (limitMs > 0) void watch(() => limitMs - waiting());

  return {
    next,
    finishWithin(ms) {
      if (finishing) return;
      finishing = true;
      waitedBefore = 0;
      void watch(() => ms - waitedBefore - waiting());
    },
    stop() {
      stopped.abort(OVER);
      // Nobody listens to what the source still has to say; its rejection must not end the process.
      source.return?.().catch(() => undefined);
    },
  };
}
