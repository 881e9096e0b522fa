import type { Usage } from '../omnimessage/index.ts';
import type { Fidelity } from './fidelity.ts';
import { countField, field, isObject, listField, textField } from './json.ts';
import { createCallReader } from './openai-chat-calls.ts';
import { createReasoningDetails } from './reasoning-details.ts';
import type { FinishReason, UpstreamEvent } from './upstream.ts';
import { UpstreamError } from './upstream-error.ts';

type Emit = (event: UpstreamEvent) => void;

/** Where upstreams put what the model thinks; the one that was used is remembered and used on the way back. */
const REASONING_FIELDS: { name: string; fidelity: Fidelity }[] = [
  'reasoning_content',
  'reasoning',
  'reasoning_text',
].map((name) => ({ name, fidelity: { reasoning_field: name } }));

const FINISH_REASONS = new Map<string, FinishReason>([
  ['length', 'length'],
  ['content_filter', 'content_filter'],
]);

/** Finish reasons that say that the answer broke off on the upstream's side. */
const BROKEN_OFF = new Set(['error', 'insufficient_system_resource']);

/**
 * Reads the chunks of one answer, in order. Unknown fields and chunks are ignored. Throws what the upstream
 * complains of.
 */
export function createChunkReader(emit: Emit): (chunk: unknown) => void {
  const calls = createCallReader(emit);
  const details = createReasoningDetails();

  function finish(reason: string): void {
    if (BROKEN_OFF.has(reason))
      throw new UpstreamError({ type: 'server_error', message: `finish: ${reason}` });
    calls.finish();
    const reasoning_details = details.whole();
    if (reasoning_details !== undefined)
      emit({ type: 'thinking', text: '', fidelity: { reasoning_details } });
    emit({ type: 'finish', reason: FINISH_REASONS.get(reason) ?? 'stop' });
  }

  return (chunk) => {
    const complaint = field(chunk, 'error');
    if (complaint !== undefined && complaint !== null) throw new UpstreamError(complaint);
    const choice = listField(chunk, 'choices')[0];
    const delta = field(choice, 'delta');
    readReasoning(delta, emit);
    details.add(listField(delta, 'reasoning_details'));
    const text = textField(delta, 'content');
    if (text !== '') emit({ type: 'text', text });
    calls.read(listField(delta, 'tool_calls'));
    const reason = textField(choice, 'finish_reason');
    if (reason !== '') finish(reason);
    const usage = [field(chunk, 'usage'), field(choice, 'usage')].find(isObject);
    if (usage !== undefined) emit({ type: 'usage', usage: readUsage(usage) });
  };
}

function readReasoning(delta: unknown, emit: Emit): void {
  for (const { name, fidelity } of REASONING_FIELDS) {
    const text = textField(delta, name);
    if (text === '') continue;
    emit({ type: 'thinking', text, fidelity });
    return; // Some upstreams send the same words under two names.
  }
}

/** `completion_tokens` leaves reasoning out with some upstreams; the total never does. */
function readUsage(usage: Record<string, unknown>): Usage {
  const input = countField(usage, 'prompt_tokens') ?? 0;
  const output = countField(usage, 'completion_tokens') ?? 0;
  const total = Math.max(countField(usage, 'total_tokens') ?? 0, input + output);
  const details = field(usage, 'prompt_tokens_details');
  return {
    cache_read: countField(details, 'cached_tokens') ?? countField(usage, 'prompt_cache_hit_tokens') ?? 0,
    cache_write: countField(details, 'cache_write_tokens') ?? 0,
    output: total - input,
    total,
  };
}
