import type { SentItem, WireFormat, WireStep } from './wire-format.ts';
import { frame } from './wire-format.ts';

const FINISH = { stop: 'stop', calls: 'tool_calls', length: 'length', filter: 'content_filter' };

interface Message {
  role: string;
  content: string | { type: string; text?: string; image_url?: { url: string } }[] | null;
  reasoning_content?: string;
  tool_calls?: { id: string; function: { name: string; arguments: string } }[];
  tool_call_id?: string;
}

const OPENING = [chunk({ role: 'assistant', content: '' })];

export const openAiChatFormat: WireFormat = {
  name: 'openai-chat',
  clientType: 'openai-chat',
  path: '/chat/completions',
  closing: ['data: [DONE]\n\n'],
  noise: [
    ': OPENROUTER PROCESSING\n\n',
    frame({ object: 'from.the.future', hello: 1 }),
    chunk({ annotations: [] }),
  ],
  answer: (steps) => [...OPENING, ...frames(steps), 'data: [DONE]\n\n'],
  begun: (steps) => [...OPENING, ...frames(steps)],
  ended: (finish) => [...frames([finish]), 'data: [DONE]\n\n'],
  errorBody: (complaint) => JSON.stringify({ error: complaint }),
  errorFrame: (complaint) => frame({ error: complaint }),
  sent: (body) => (JSON.parse(body).messages as Message[]).flatMap(sentItems),
  sentCap: (body) => JSON.parse(body).max_tokens,
  fidelity: () => ({ reasoning_field: 'reasoning_content' }),
};

function frames(steps: WireStep[]): string[] {
  let calls = 0;
  return steps.flatMap((step) => stepFrames(step, () => calls++));
}

function stepFrames(step: WireStep, nextCall: () => number): string[] {
  if ('text' in step) return step.text.map((content) => chunk({ content }));
  if ('thinking' in step) return step.thinking.map((reasoning_content) => chunk({ reasoning_content }));
  if ('call' in step) return callFrames(step.call, nextCall());
  if ('finish' in step) return [chunk({}, FINISH[step.finish])];
  const { input, output, cached = 0 } = step.usage;
  const usage = {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    prompt_tokens_details: { cached_tokens: cached },
  };
  return [frame({ object: 'chat.completion.chunk', choices: [], usage })];
}

function callFrames(call: { id: string; name: string; arguments: string[] }, index: number): string[] {
  const start = { index, id: call.id, type: 'function', function: { name: call.name, arguments: '' } };
  return [
    chunk({ tool_calls: [start] }),
    ...call.arguments.map((text) => chunk({ tool_calls: [{ index, function: { arguments: text } }] })),
  ];
}

function chunk(delta: unknown, finish_reason: string | null = null): string {
  return frame({ object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason }] });
}

function sentItems({ role, content, ...message }: Message): SentItem[] {
  const parts = typeof content === 'string' ? [{ type: 'text', text: content }] : (content ?? []);
  const items = parts.map(
    ({ text = '', image_url }): SentItem =>
      image_url === undefined ? itemOf(role, text, message.tool_call_id) : ['image', image_url.url],
  );
  const thinking: SentItem[] =
    message.reasoning_content === undefined
      ? []
      : [['thinking', message.reasoning_content, 'reasoning_content']];
  const calls = (message.tool_calls ?? []).map(
    (call): SentItem => ['call', call.id, call.function.name, call.function.arguments],
  );
  return [...thinking, ...items, ...calls];
}

function itemOf(role: string, text: string, callId = ''): SentItem {
  if (role === 'tool') return ['output', callId, text];
  return [role === 'system' ? 'system' : role === 'assistant' ? 'assistant' : 'user', text];
}
