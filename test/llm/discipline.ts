import { expect } from 'vitest';
import type { OmniMessage, PartialPayload, Payload } from '../../core/omnimessage/index.ts';
import { isPartial } from '../../core/omnimessage/index.ts';

interface Open {
  key: string;
  content: string;
}

const COMPLETE_OF: Record<string, string> = {
  partial_text: 'text',
  partial_thinking: 'thinking',
  partial_tool_call: 'tool_call',
};

/**
 * A stream's law: start, deltas that are not empty, stop, and at once the complete message with what the deltas
 * said; one text or thinking at a time; calls side by side, told apart by id; nothing left open; usage last.
 */
export function expectDiscipline(stream: OmniMessage[]): void {
  const open = new Map<string, Open>();
  let ended: Open | undefined;
  for (const message of stream) {
    const { payload } = message;
    if (ended !== undefined) {
      expect(keyOf(payload)).toBe(ended.key);
      expect(contentOf(payload)).toBe(ended.content);
      ended = undefined;
    } else if (isPartial(message)) ended = follow(open, message.payload);
    else expect(payload.type).toBe('token_usage');
  }
  expect(ended).toBeUndefined();
  expect([...open.keys()]).toEqual([]);
  const usages = stream.filter(({ payload }) => payload.type === 'token_usage');
  if (usages.length > 0) expect(usages).toEqual([stream.at(-1)]);
}

function follow(open: Map<string, Open>, partial: PartialPayload): Open | undefined {
  const key = keyOf(partial);
  const segment = open.get(key);
  if (partial.event_type === 'start') {
    expect(segment).toBeUndefined();
    expect(contentOf(partial)).toBe('');
    if (partial.type === 'partial_tool_call') expect(partial.name).toEqual(expect.any(String));
    else expect([...open.keys()].filter((other) => !other.startsWith('tool_call '))).toEqual([]);
    open.set(key, { key, content: '' });
    return undefined;
  }
  if (segment === undefined) throw new Error(`${partial.event_type} of ${key}, which is not open`);
  if (partial.event_type === 'stop') {
    open.delete(key);
    return segment;
  }
  expect(contentOf(partial)).not.toBe('');
  segment.content += contentOf(partial);
  return undefined;
}

function keyOf(payload: Payload): string {
  const type = COMPLETE_OF[payload.type] ?? payload.type;
  return 'tool_call_id' in payload ? `${type} ${payload.tool_call_id}` : type;
}

function contentOf(payload: Payload): string {
  if ('arguments' in payload) return payload.arguments ?? '';
  if ('thinking' in payload) return payload.thinking ?? '';
  return 'text' in payload ? (payload.text ?? '') : '';
}
