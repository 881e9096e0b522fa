import { setImmediate } from 'node:timers/promises';
import type { OmniMessage, ToolResult } from '../../omnimessage/index.ts';
import { type WatchLimits, watchCall } from './call-watch.ts';

/** How a tool ended. A stopped tool may still have given a result within its grace. */
export type ToolEnding =
  | { kind: 'returned'; result: ToolResult | undefined }
  | { kind: 'threw'; error: unknown }
  | { kind: 'timed_out'; result: ToolResult | undefined }
  | { kind: 'aborted'; result: ToolResult | undefined };

type ToolStep = { kind: 'message'; message: OmniMessage } | { kind: 'ended'; ending: ToolEnding };

/** A running tool that cannot hold its caller longer than its limits allow. */
export interface ToolRun {
  /** Never rejects. */
  next(): Promise<ToolStep>;
  /** Stops the tool if it still runs, and releases timers and listeners. */
  close(): Promise<void>;
}

/** A tool that always has something to say would keep every timer, its own timeout's too, from firing. */
const STEPS_BETWEEN_BREATHS = 256;

export function startTool(
  execute: (signal: AbortSignal) => AsyncGenerator<OmniMessage, ToolResult | undefined>,
  limits: WatchLimits,
): ToolRun {
  const watch = watchCall(limits);
  let steps = 0;
  let running: AsyncGenerator<OmniMessage, ToolResult | undefined> | undefined;

  async function step(): Promise<ToolStep> {
    steps += 1;
    if (steps % STEPS_BETWEEN_BREATHS === 0) await setImmediate();
    // A call that was stopped before its first step never begins.
    if (running === undefined && watch.signal.aborted) return end(undefined);
    running ??= execute(watch.signal);
    const next = await watch.within(running.next());
    if (next === 'gave_up') return end(undefined);
    return next.done === true ? end(next.value) : { kind: 'message', message: next.value };
  }

  function end(result: ToolResult | undefined): ToolStep {
    return { kind: 'ended', ending: { kind: watch.cause() ?? 'returned', result } };
  }

  return {
    async next() {
      try {
        return await step();
      } catch (error) {
        return watch.cause() === undefined
          ? { kind: 'ended', ending: { kind: 'threw', error } }
          : end(undefined);
      }
    },
    async close() {
      watch.stop();
      if (running !== undefined) await watch.within(Promise.allSettled([running.return(undefined)]));
      watch.release();
    },
  };
}
