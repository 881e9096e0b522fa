/** The tool calls that are open, side by side: none is given out before it is whole. */
import type { Build, OmniMessage, StopReason } from '../omnimessage/index.ts';
import type { Fidelity } from './fidelity.ts';
import { parseJson } from './json.ts';
import type { UpstreamEvent } from './upstream.ts';
import { MalformedAnswer } from './upstream-error.ts';

type Event<T extends UpstreamEvent['type']> = Extract<UpstreamEvent, { type: T }>;

interface Call {
  id: string;
  name: string;
  pieces: string[];
  fidelity: Fidelity | undefined;
}

export interface OpenCalls {
  start(event: Event<'call_start'>): void;
  /** Throws when the call was given out already. */
  add(event: Event<'call_delta'>): void;
  /**
   * The upstream says that the call ended. If its arguments are no JSON it stays open until the answer's finish
   * tells whether the model wrote them so or was cut short.
   */
  end(event: Event<'call_end'>): void;
  /**
   * Ends every open call, in order of their starts. `halfReason` is for those whose arguments are no JSON, or
   * missing.
   */
  close(wholeReason: StopReason, halfReason: StopReason): void;
}

/** `callId` makes the upstream's id unique. */
export function createOpenCalls(
  build: Build,
  emit: (message: OmniMessage) => void,
  callId: (id: string, name: string) => string,
): OpenCalls {
  const open = new Map<number, Call>();

  function extend(call: Call, text: string): void {
    call.pieces.push(text);
    emit(build({ ...partial(call), event_type: 'delta', arguments: text }));
  }

  function finish(index: number, call: Call, reason: StopReason): void {
    open.delete(index);
    // A call without arguments has an empty object for them, and readers of the stream are told so.
    if (reason === 'completed' && call.pieces.length === 0) extend(call, '{}');
    emit(build({ ...partial(call), event_type: 'stop' }));
    emit(build(completePayload(call, reason)));
  }

  return {
    start({ index, id, name, fidelity }) {
      const call = { id: callId(id, name), name, pieces: [], fidelity };
      open.set(index, call);
      emit(build({ ...partial(call), event_type: 'start', name }));
    },
    add(event) {
      if (event.arguments === '') return;
      const call = open.get(event.index);
      // It may be running already: what it would have become cannot be mended, only asked for again.
      if (call === undefined) throw new MalformedAnswer('arguments came for a tool call that had ended');
      extend(call, event.arguments);
    },
    end({ index }) {
      const call = open.get(index);
      if (call !== undefined && isWhole(call)) finish(index, call, 'completed');
    },
    close(wholeReason, halfReason) {
      for (const [index, call] of open) finish(index, call, isWhole(call) ? wholeReason : halfReason);
    },
  };
}

function isWhole({ pieces }: Call): boolean {
  return parseJson(pieces.join('')) !== undefined;
}

function partial({ id }: Call) {
  return { type: 'partial_tool_call', role: 'assistant', tool_call_id: id } as const;
}

function completePayload({ id, name, pieces, fidelity }: Call, stop_reason: StopReason) {
  return {
    type: 'tool_call',
    role: 'assistant',
    name,
    arguments: pieces.join(''),
    tool_call_id: id,
    ...(fidelity === undefined ? {} : { fidelity }),
    stop_reason,
  } as const;
}
