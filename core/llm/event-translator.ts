import type { Build, OmniMessage, StopReason, Usage } from '../omnimessage/index.ts';
import { createOpenCalls } from './open-calls.ts';
import { createProse } from './prose.ts';
import type { FinishReason, UpstreamEvent } from './upstream.ts';

/** Turns one answer's upstream events into the stream of partial and complete messages. */
export interface EventTranslator {
  /** Throws a `MalformedAnswer` when the events contradict each other. */
  push(event: UpstreamEvent): void;
  /** Ends what is still open: thinking or text first, then the calls. */
  close(reason: StopReason): void;
  /** The last report; earlier ones are contained in it. */
  readonly usage: Usage | undefined;
  readonly finish: FinishReason | undefined;
}

/**
 * What a finish makes of the segments that are open, and of calls whose arguments are no JSON. Behind a `stop`
 * those are the model's own mistake: the call is given out and answered with what is wrong.
 */
const REASONS: Record<FinishReason, [whole: StopReason, half: StopReason]> = {
  stop: ['completed', 'completed'],
  length: ['completed', 'failed'],
  content_filter: ['failed', 'failed'],
};

/** `emit` takes the messages; `callId` gives the Session's id for the upstream's id and the tool's name. */
export function createEventTranslator(
  build: Build,
  emit: (message: OmniMessage) => void,
  callId: (id: string, name: string) => string,
): EventTranslator {
  const prose = createProse(build, emit);
  const calls = createOpenCalls(build, emit, callId);
  let usage: Usage | undefined;
  let finish: FinishReason | undefined;

  function close(whole: StopReason, half: StopReason): void {
    prose.close(whole);
    calls.close(whole, half);
  }

  return {
    push(event) {
      switch (event.type) {
        case 'text':
        case 'thinking':
          return prose.add(event);
        case 'segment_end':
          return prose.close('completed');
        case 'call_start':
          prose.close('completed');
          return calls.start(event);
        case 'call_delta':
          return calls.add(event);
        case 'call_end':
          return calls.end(event);
        case 'finish':
          finish ??= event.reason;
          return close(...REASONS[finish]);
        case 'usage':
          usage = event.usage;
          return;
      }
    },
    close: (reason) => close(reason, reason),
    get usage() {
      return usage;
    },
    get finish() {
      return finish;
    },
  };
}
