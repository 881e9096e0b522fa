import type { SentItem, WireFormat, WireStep } from './wire-format.ts';
import { frame } from './wire-format.ts';

const FINISH = { stop: 'end_turn', calls: 'tool_use', length: 'max_tokens', filter: 'refusal' };

const NO_USAGE: { input: number; output: number; cached?: number } = { input: 0, output: 0 };

interface Block {
  type: string;
  text?: string;
  thinking?: string;
  signature?: string;
  id?: string;
  name?: string;
  input?: unknown;
  tool_use_id?: string;
  content?: string | Block[];
  source?: { media_type?: string; data?: string; url?: string };
}

const OPENING = [
  event({
    type: 'message_start',
    message: { id: 'msg_1', role: 'assistant', content: [], usage: { input_tokens: 0, output_tokens: 0 } },
  }),
];

export const anthropicFormat: WireFormat = {
  name: 'anthropic',
  clientType: 'anthropic',
  path: '/messages',
  closing: [event({ type: 'message_stop' })],
  noise: [': keep-alive\n\n', event({ type: 'ping' }), event({ type: 'from_the_future', hello: 1 })],
  answer: (steps) => [...OPENING, ...frames(steps), event({ type: 'message_stop' })],
  begun: (steps) => [...OPENING, ...frames(steps)].slice(0, -1), // Without the last block's end.
  ended: (finish) => [...frames([finish]), event({ type: 'message_stop' })],
  errorBody: (complaint) => JSON.stringify({ type: 'error', error: complaint }),
  errorFrame: (complaint) => event({ type: 'error', error: complaint }),
  sent(body) {
    const { system = [], messages } = JSON.parse(body);
    return [
      ...system.map(({ text }: Block): SentItem => ['system', text ?? '']),
      ...messages.flatMap(({ role, content }: { role: string; content: Block[] }) =>
        content.flatMap((block) => sentItems(role, block)),
      ),
    ];
  },
  sentCap: (body) => JSON.parse(body).max_tokens,
  fidelity: (signature) => ({ signature }),
};

function frames(steps: WireStep[]): string[] {
  let blocks = 0;
  let usage = NO_USAGE;
  return steps.flatMap((step) => {
    if ('usage' in step) usage = step.usage;
    return stepFrames(step, usage, () => blocks++);
  });
}

/** A report of usage is cumulative, and comes with the finish as well. */
function stepFrames(step: WireStep, usage: typeof NO_USAGE, nextBlock: () => number): string[] {
  if ('usage' in step) return [messageDelta(null, usage)];
  if ('finish' in step) return [messageDelta(FINISH[step.finish], usage)];
  const index = nextBlock();
  if ('text' in step)
    return block(
      index,
      { type: 'text', text: '' },
      step.text.map((text) => ({ type: 'text_delta', text })),
    );
  if ('call' in step) {
    const { id, name } = step.call;
    const deltas = step.call.arguments.map((partial_json) => ({ type: 'input_json_delta', partial_json }));
    return block(index, { type: 'tool_use', id, name, input: {} }, deltas);
  }
  const signature =
    step.signature === undefined ? [] : [{ type: 'signature_delta', signature: step.signature }];
  const deltas = step.thinking.map((thinking) => ({ type: 'thinking_delta', thinking }));
  return block(index, { type: 'thinking', thinking: '', signature: '' }, [...deltas, ...signature]);
}

function messageDelta(stop_reason: string | null, { input, output, cached = 0 }: typeof NO_USAGE): string {
  return event({
    type: 'message_delta',
    delta: { stop_reason, stop_sequence: null },
    usage: { input_tokens: input - cached, cache_read_input_tokens: cached, output_tokens: output },
  });
}

function block(index: number, content_block: unknown, deltas: unknown[]): string[] {
  return [
    event({ type: 'content_block_start', index, content_block }),
    ...deltas.map((delta) => event({ type: 'content_block_delta', index, delta })),
    event({ type: 'content_block_stop', index }),
  ];
}

function event(data: { type: string; [name: string]: unknown }): string {
  return frame(data, data.type);
}

function sentItems(role: string, sent: Block): SentItem[] {
  switch (sent.type) {
    case 'text':
      return [[role === 'assistant' ? 'assistant' : 'user', sent.text ?? '']];
    case 'thinking':
      return [['thinking', sent.thinking ?? '', sent.signature ?? '']];
    case 'tool_use':
      return [['call', sent.id ?? '', sent.name ?? '', JSON.stringify(sent.input)]];
    case 'image':
      return [['image', sent.source?.url ?? `data:${sent.source?.media_type};base64,${sent.source?.data}`]];
    case 'tool_result':
      return outputItems(sent);
    default:
      throw new Error(`a block of type ${sent.type} was sent`);
  }
}

function outputItems({ tool_use_id = '', content = '' }: Block): SentItem[] {
  if (typeof content === 'string') return [['output', tool_use_id, content]];
  return content.flatMap((part): SentItem[] =>
    part.type === 'text' ? [['output', tool_use_id, part.text ?? '']] : sentItems('user', part),
  );
}
