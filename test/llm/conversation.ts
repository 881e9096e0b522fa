import { onTestFinished } from 'vitest';
import type { GenerativeModelConfig } from '../../core/llm/index.ts';
import { GenerativeModel } from '../../core/llm/index.ts';
import type {
  LLMInterface,
  LLMOutcome,
  OmniMessage,
  Payload,
  PayloadOf,
  PayloadType,
} from '../../core/omnimessage/index.ts';
import { createBuild, is, isPartial } from '../../core/omnimessage/index.ts';
import type { RawAnswer, RawServer } from '../model/raw-sse.ts';
import { startRawServer } from '../model/raw-sse.ts';
import type { FakeClock } from '../support/clock.ts';
import { fakeClock } from '../support/clock.ts';
import { expectDiscipline } from './discipline.ts';
import type { WireFormat } from './wire-format.ts';

export const build = createBuild(() => new Date('2026-11-30T12:00:00.000Z'));

export function user(text: string): OmniMessage {
  return build({ type: 'text', role: 'user', text });
}

export function output(tool_call_id: string, text: string): OmniMessage {
  return build({ type: 'tool_call_output', role: 'user', output: text, tool_call_id });
}

export const SECRET = 'sk-canary-1234567890';

/** A model on `url` with a clock that stands still. */
export function modelAt(
  url: string,
  format: WireFormat,
  config: Partial<GenerativeModelConfig> = {},
  clock: FakeClock = fakeClock(),
): GenerativeModel {
  return new GenerativeModel(
    {
      modelId: 'test-model',
      provider: 'openai-compatible',
      clientType: format.clientType,
      baseUrl: url,
      apiKey: SECRET,
      tools: [],
      ...config,
    },
    { clock, build },
  );
}

export interface Scene {
  server: RawServer;
  model: GenerativeModel;
  clock: FakeClock;
}

/** A model in front of a raw server that gives these answers. */
export async function scene(
  format: WireFormat,
  answers: RawAnswer[],
  config: Partial<GenerativeModelConfig> = {},
): Promise<Scene> {
  const server = await startRawServer(answers);
  onTestFinished(() => server.stop());
  const clock = fakeClock();
  return { server, model: modelAt(server.url, format, config, clock), clock };
}

export interface Reply {
  /** Everything that was streamed. */
  stream: OmniMessage[];
  /** The complete model messages' payloads. */
  payloads: Payload[];
  outcome: LLMOutcome;
}

/** One Request, consumed to its end and held to the discipline of streams. */
export async function ask(
  model: LLMInterface,
  input: OmniMessage | OmniMessage[],
  options: { signal?: AbortSignal; onMessage?: (message: OmniMessage) => unknown } = {},
): Promise<Reply> {
  const newMessages = Array.isArray(input) ? input : [input];
  const { signal, onMessage } = options;
  const stream: OmniMessage[] = [];
  const generator = model.streamGenerate({ newMessages, ...(signal === undefined ? {} : { signal }) });
  for (;;) {
    const step = await generator.next();
    if (step.done === true) {
      expectDiscipline(stream);
      return { stream, payloads: completePayloads(stream), outcome: step.value };
    }
    stream.push(step.value);
    await onMessage?.(step.value);
  }
}

function completePayloads(stream: OmniMessage[]): Payload[] {
  return stream
    .filter((message) => message.type === 'model_msg' && !isPartial(message))
    .map(({ payload }) => payload);
}

export function payloadsOf<T extends PayloadType>(stream: OmniMessage[], type: T): PayloadOf<T>[] {
  return stream.filter((message) => is(message, type)).map(({ payload }) => payload);
}
