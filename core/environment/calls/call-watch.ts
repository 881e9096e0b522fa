import { type Clock, OVER } from '../../omnimessage/index.ts';

/** How long a stopped tool may take to say its last words. */
const GRACE_MS = 2_000;

export interface WatchLimits {
  /** Any of them stops the call. */
  stops: readonly AbortSignal[];
  /** 0 or less: none. */
  timeoutMs: number;
  clock: Clock;
}

/** Watches over one call: who stopped it, and when it has been given up. */
export interface CallWatch {
  /** What the tool sees: aborts at the first stop. */
  readonly signal: AbortSignal;
  /** Why the call was stopped; an abort beats a timeout, whichever came first. */
  cause(): 'aborted' | 'timed_out' | undefined;
  /** `step`, or `gave_up` when the tool was stopped and its grace is over. A late step is nobody's; its error too. */
  within<T>(step: Promise<T>): Promise<T | 'gave_up'>;
  stop(): void;
  release(): void;
}

export function watchCall({ stops, timeoutMs, clock }: WatchLimits): CallWatch {
  const tool = new AbortController();
  const over = new AbortController();
  let cause: 'aborted' | 'timed_out' | undefined;
  let gaveUp = false;
  // One slot instead of a race: racing each step against one long promise would keep a reaction for every delta.
  let onGiveUp: (() => void) | undefined;

  function stop(why: 'aborted' | 'timed_out'): void {
    if (over.signal.aborted) return;
    cause = why === 'aborted' ? why : (cause ?? why);
    if (tool.signal.aborted) return;
    tool.abort();
    void clock.sleep(GRACE_MS, over.signal).then(giveUp);
  }

  function giveUp(): void {
    if (over.signal.aborted) return;
    gaveUp = true;
    onGiveUp?.();
  }

  const abort = () => stop('aborted');
  for (const signal of stops) {
    signal.addEventListener('abort', abort, { signal: over.signal });
    if (signal.aborted) abort();
  }
  if (timeoutMs > 0) void clock.sleep(timeoutMs, over.signal).then(() => stop('timed_out'));

  return {
    signal: tool.signal,
    cause: () => cause,
    within(step) {
      return new Promise((resolve, reject) => {
        onGiveUp = () => resolve('gave_up');
        step.then(resolve, reject);
        if (gaveUp) onGiveUp();
      });
    },
    stop: abort,
    release: () => over.abort(OVER),
  };
}
