/** Chat completions, chunk by chunk, for what only this protocol does. */
import type { GenerativeModelConfig } from '../../core/llm/index.ts';
import type { RawAnswer } from '../model/raw-sse.ts';
import { ask, scene, user } from './conversation.ts';
import { openAiChatFormat } from './openai-chat-format.ts';
import { frame } from './wire-format.ts';

export type Json = Record<string, unknown>;

export function chunk(delta: Json, rest: Json = {}): string {
  return frame({ choices: [{ index: 0, delta, finish_reason: null, ...rest }] });
}

export const FINISH = chunk({}, { finish_reason: 'stop' });

export function answer(...steps: string[]): RawAnswer {
  return { steps: [...steps, FINISH, 'data: [DONE]\n\n'] };
}

export function calls(...deltas: Json[]): string {
  return chunk({ tool_calls: deltas });
}

export function fn(name: string | undefined, text: string | undefined) {
  return { function: { ...(name && { name }), ...(text && { arguments: text }) } };
}

export async function converse(answers: RawAnswer[], config: Partial<GenerativeModelConfig> = {}) {
  const { model, server } = await scene(openAiChatFormat, answers, config);
  const sent = (index: number) => JSON.parse(server.requests[index]?.body ?? '');
  return { model, sent, hi: () => ask(model, user('hi')) };
}
