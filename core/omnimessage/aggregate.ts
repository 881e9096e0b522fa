import type { Build } from './builders.ts';
import { isPartialPayload } from './guards.ts';
import type { OmniMessage, PartialPayload, Payload } from './types.ts';

type Open = { partial: PartialPayload; content: string; images: string[] };

const FLUSH_ORDER = ['partial_thinking', 'partial_text', 'partial_tool_call', 'partial_tool_call_output'];

/** Joins the partials of a stream into complete messages, for readers that did not see the complete ones. */
export interface Aggregator {
  /** The complete message that this one ends, if it ends one; complete messages pass through unchanged. */
  push(message: OmniMessage): OmniMessage | undefined;
  /** Closes what is still open: thinking, then text, then tool calls and outputs as they were opened. */
  flush(): OmniMessage[];
}

/**
 * Segments are kept apart by payload type and tool call id. A delta without a start opens its segment: whoever joins a stream late
 * still gets the rest.
 */
export function createAggregator(build: Build): Aggregator {
  const open = new Map<string, Open>();

  function close(key: string, segment: Open, stopReason?: 'aborted'): OmniMessage {
    open.delete(key);
    return build(complete(segment, stopReason));
  }

  return {
    push(message) {
      const { payload } = message;
      if (!isPartialPayload(payload)) return message;
      const key = keyOf(payload);
      const segment = open.get(key) ?? { partial: payload, content: '', images: [] };
      open.set(key, segment);
      if (payload.event_type === 'start') segment.partial = payload;
      segment.content += contentOf(payload);
      if (payload.type === 'partial_tool_call_output') segment.images.push(...(payload.images ?? []));
      return payload.event_type === 'stop' ? close(key, segment) : undefined;
    },
    flush() {
      return [...open]
        .sort(([, a], [, b]) => FLUSH_ORDER.indexOf(a.partial.type) - FLUSH_ORDER.indexOf(b.partial.type))
        .map(([key, segment]) => close(key, segment, 'aborted'));
    },
  };
}

function keyOf(partial: PartialPayload): string {
  return 'tool_call_id' in partial ? `${partial.type} ${partial.tool_call_id}` : partial.type;
}

function contentOf(partial: PartialPayload): string {
  switch (partial.type) {
    case 'partial_text':
      return partial.text ?? '';
    case 'partial_thinking':
      return partial.thinking ?? '';
    case 'partial_tool_call':
      return partial.arguments ?? '';
    case 'partial_tool_call_output':
      return partial.output ?? '';
  }
}

function complete({ partial, content, images }: Open, stopReason?: 'aborted'): Payload {
  const stop = stopReason === undefined ? {} : { stop_reason: stopReason };
  switch (partial.type) {
    case 'partial_text':
      return { type: 'text', role: partial.role, text: content, ...stop };
    case 'partial_thinking':
      return { type: 'thinking', role: 'assistant', thinking: content, ...stop };
    case 'partial_tool_call':
      return {
        type: 'tool_call',
        role: 'assistant',
        name: partial.name ?? '',
        arguments: content,
        tool_call_id: partial.tool_call_id,
        ...stop,
      };
    case 'partial_tool_call_output':
      return {
        type: 'tool_call_output',
        role: 'user',
        output: content,
        tool_call_id: partial.tool_call_id,
        ...(images.length > 0 ? { images } : {}),
        ...stop,
      };
  }
}
