import type { LanguageModelV3StreamPart, LanguageModelV3Usage } from '@ai-sdk/provider';
import type { Usage } from '../omnimessage/index.ts';
import type { Fidelity } from './fidelity.ts';
import { field, parseJson, textField } from './json.ts';
import type { FinishReason, UpstreamEvent } from './upstream.ts';
import { MalformedAnswer, UpstreamError } from './upstream-error.ts';

type Part<T extends LanguageModelV3StreamPart['type']> = Extract<LanguageModelV3StreamPart, { type: T }>;

const FINISH_REASONS = new Map<string, FinishReason>([
  ['length', 'length'],
  ['content-filter', 'content_filter'],
]);

/**
 * What we build an answer from. A complaint about anything else is about something newer than the package, and
 * ignored.
 */
const NEEDED_EVENTS = ['message_start', 'message_delta', 'message_stop', 'content_block_stop', 'error'];
const NEEDED_BLOCKS = ['text', 'thinking', 'redacted_thinking', 'tool_use'];
const NEEDED_DELTAS = ['text_delta', 'thinking_delta', 'signature_delta', 'input_json_delta'];

/** Reads the parts of one answer, in order. Throws what the upstream complains of. */
export function createPartReader(): (part: LanguageModelV3StreamPart) => UpstreamEvent[] {
  const calls = new Map<string, { index: number; empty: boolean }>();
  let count = 0;

  function start({ id, toolName }: Part<'tool-input-start'>): UpstreamEvent[] {
    const index = count++;
    calls.set(id, { index, empty: true });
    return [{ type: 'call_start', index, id, name: toolName }];
  }

  function add(id: string, text: string): UpstreamEvent[] {
    const call = calls.get(id);
    if (call === undefined) return [];
    call.empty = false;
    return [{ type: 'call_delta', index: call.index, arguments: text }];
  }

  function end({ toolCallId, input }: Part<'tool-call'>): UpstreamEvent[] {
    const call = calls.get(toolCallId);
    if (call === undefined) return [];
    // Some arguments come with the block's start and in no delta.
    return [...(call.empty ? add(toolCallId, input) : []), { type: 'call_end', index: call.index }];
  }

  return (part) => {
    switch (part.type) {
      case 'text-delta':
        return [{ type: 'text', text: part.delta }];
      case 'reasoning-start':
        return thinking('', part.providerMetadata);
      case 'reasoning-delta':
        return thinking(part.delta, part.providerMetadata);
      case 'text-end':
      case 'reasoning-end':
        return [{ type: 'segment_end' }];
      case 'tool-input-start':
        return start(part);
      case 'tool-input-delta':
        return add(part.id, part.delta);
      case 'tool-call':
        return end(part);
      case 'finish':
        return finish(part);
      case 'error':
        return complain(part.error);
      default:
        return [];
    }
  };
}

function thinking(text: string, metadata: Part<'reasoning-delta'>['providerMetadata']): UpstreamEvent[] {
  const seal = readSeal(metadata?.anthropic);
  if (text === '' && seal === undefined) return [];
  return [{ type: 'thinking', text, ...(seal === undefined ? {} : { fidelity: seal }) }];
}

function readSeal(metadata: unknown): Fidelity | undefined {
  const signature = textField(metadata, 'signature');
  if (signature !== '') return { signature };
  const redacted_data = textField(metadata, 'redactedData');
  return redacted_data === '' ? undefined : { redacted_data };
}

/** The package tells of an end even where the upstream gave no reason for one: that is no finish. */
function finish({ finishReason, usage }: Part<'finish'>): UpstreamEvent[] {
  const report: UpstreamEvent = { type: 'usage', usage: readUsage(usage) };
  if (finishReason.raw === undefined) return [report];
  return [report, { type: 'finish', reason: FINISH_REASONS.get(finishReason.unified) ?? 'stop' }];
}

function readUsage({ inputTokens, outputTokens }: LanguageModelV3Usage): Usage {
  const output = outputTokens.total ?? 0;
  return {
    cache_read: inputTokens.cacheRead ?? 0,
    cache_write: inputTokens.cacheWrite ?? 0,
    output,
    total: (inputTokens.total ?? 0) + output,
  };
}

function complain(error: unknown): UpstreamEvent[] {
  if (textField(error, 'name') === 'AI_TypeValidationError' && !isNeeded(field(error, 'value'))) return [];
  if (error instanceof Error) throw new MalformedAnswer(`an event cannot be read: ${error.name}`);
  throw new UpstreamError(error);
}

function isNeeded(event: unknown): boolean {
  const type = textField(event, 'type');
  if (type === 'content_block_start') {
    return NEEDED_BLOCKS.includes(textField(field(event, 'content_block'), 'type'));
  }
  if (type === 'content_block_delta') return NEEDED_DELTAS.includes(textField(field(event, 'delta'), 'type'));
  return NEEDED_EVENTS.includes(type);
}

/**
 * A stream that begins with an error comes as a failed call with a status that nobody sent. This is the error
 * that was sent; undefined for errors of any other origin.
 */
export function errorBehindStart(error: unknown): unknown {
  if (textField(error, 'name') !== 'AI_APICallError') return undefined;
  const complaint = parseJson(textField(error, 'responseBody'));
  if (textField(complaint, 'type') !== '') return new UpstreamError(complaint);
  return textField(complaint, 'name') === ''
    ? undefined
    : new MalformedAnswer('the first event cannot be read');
}
