import type {
  Build,
  Clock,
  GenerativeModelParameters,
  LLMInterface,
  LLMOutcome,
  OmniMessage,
  ToolDefinition,
  Usage,
} from '../omnimessage/index.ts';
import type { AnswerSource } from './answer.ts';
import { leavable, receiveAnswer } from './answer.ts';
import type { Endpoint, EndpointLookup } from './endpoint.ts';
import { resolveEndpoint } from './endpoint.ts';
import { explainFailure } from './explain-failure.ts';
import type { ThinkingLevelName } from './thinking-level.ts';
import { estimateMessages, estimateText, outputCap } from './tokens.ts';
import { ToolCallIdAllocator } from './tool-call-ids.ts';
import type { Turn } from './turns.ts';
import { isModelMessage, isSendable, splitTurns } from './turns.ts';
import type { ModelMessage, UpstreamClient, UpstreamEvent, UpstreamRequest } from './upstream.ts';
import type { UsageMeter } from './usage.ts';
import { createUsageMeter } from './usage.ts';

export interface GenerativeModelConfig {
  modelId: string;
  /** A row of the provider table. */
  provider: string;
  /** Without one, requests carry none: servers on one's own machine often want it so. */
  apiKey?: string;
  /** Ends before the protocol's own path, version included. Default: the provider's. */
  baseUrl?: string;
  /** A row of the protocol table. Default: the provider's. */
  clientType?: string;
  tools: ToolDefinition[];
  /** Complete: every placeholder is filled. */
  systemPrompt?: string;
  /** In tokens. */
  contextWindow?: number;
  /** Tokens of one answer at most; less where the window leaves less. */
  maxTokens?: number;
  thinkingLevel?: ThinkingLevelName;
  /** How long the upstream may say nothing, in milliseconds; 0 or less is for ever. Default 120,000. */
  requestTimeoutMs?: number;
  /** One for each Session, through all its model contexts. */
  toolCallIds?: ToolCallIdAllocator;
  /** What the Session used before this model context. */
  usedBefore?: Usage;
}

const REQUEST_TIMEOUT_MS = 120_000;

/**
 * A model behind an API. It owns the conversation: a turn is an input and its answer, and becomes history only
 * when the answer is whole and its stream was consumed to the end; after anything else the same input can be
 * sent again. One Request at a time.
 */
export class GenerativeModel implements LLMInterface {
  readonly #config: GenerativeModelConfig;
  readonly #ports: { clock: Clock; build: Build };
  readonly #endpoint: EndpointLookup;
  readonly #toolCallIds: ToolCallIdAllocator;
  readonly #usage: UsageMeter;
  /** Holds the history from the first Request on; what was restored waits for it. */
  #client: UpstreamClient | undefined;
  #restored: Turn[] | undefined;
  #requested = false;
  /** An address that answered once is right, whatever happens later. */
  #answeredBefore = false;

  constructor(config: GenerativeModelConfig, ports: { clock: Clock; build: Build }) {
    this.#config = config;
    this.#ports = ports;
    this.#endpoint = resolveEndpoint(config);
    this.#toolCallIds = config.toolCallIds ?? new ToolCallIdAllocator();
    this.#usage = createUsageMeter(config.usedBefore);
    this.#usage.grow(estimateText((config.systemPrompt ?? '') + JSON.stringify(config.tools)));
  }

  /**
   * Takes up a conversation: the committed messages of an earlier run, in order. Half calls and events are left
   * out. Once, and before the first Request; anything else is a mistake of the caller's and throws.
   */
  setHistory(messages: OmniMessage[]): void {
    if (this.#requested) throw new Error('setHistory was called after a Request');
    if (this.#restored !== undefined) throw new Error('setHistory was called twice');
    this.#restored = splitTurns(messages);
    for (const turn of this.#restored) this.#usage.grow(estimateMessages(turn.messages));
    for (const { payload } of messages) {
      if (payload.type === 'tool_call') this.#toolCallIds.reserve(payload.tool_call_id);
    }
  }

  streamGenerate({
    newMessages,
    signal,
  }: GenerativeModelParameters): AsyncGenerator<OmniMessage, LLMOutcome> {
    this.#requested = true;
    return leavable((left) => this.#request(newMessages, signal === undefined ? [left] : [signal, left]));
  }

  async *#request(
    newMessages: OmniMessage[],
    signals: AbortSignal[],
  ): AsyncGenerator<OmniMessage, LLMOutcome> {
    if (this.#endpoint.kind === 'unusable') return refused(this.#endpoint.message);
    const input = newMessages.filter(isModelMessage).filter(({ payload }) => payload.role === 'user');
    if (input.length !== newMessages.length || input.length === 0) {
      return refused('A Request takes complete messages of the user, at least one, and nothing else.');
    }
    const expected = this.#usage.expect(input);
    const source = this.#source(this.#endpoint.endpoint, input, expected);
    const { outcome, messages, usage, heard } = yield* receiveAnswer(source, this.#ports, signals);
    this.#answeredBefore ||= heard;
    if (outcome.status === 'completed') {
      yield this.#ports.build(this.#usage.count(usage, expected, messages));
      this.#client?.append('user', input);
      this.#client?.append('assistant', messages.filter(isSendable));
    }
    return outcome;
  }

  #source(endpoint: Endpoint, input: ModelMessage[], expectedInput: number): AnswerSource {
    const { modelId, contextWindow, requestTimeoutMs: limitMs = REQUEST_TIMEOUT_MS } = this.#config;
    const { host, apiKey, protocol, provider } = endpoint;
    const wanted = this.#config.maxTokens ?? protocol.defaultMaxTokens;
    const maxOutputTokens = outputCap(wanted, contextWindow, expectedInput);
    const where = { modelId, host, apiKey, keyVariable: provider.keyVariable };
    return {
      open: (signal) => this.#open(endpoint, { input, maxOutputTokens, signal }),
      limitMs,
      callId: (id, name) => this.#toolCallIds.inbound(id, name),
      explain: (failure) =>
        explainFailure(failure, where, {
          now: this.#ports.clock.now(),
          answeredBefore: this.#answeredBefore,
          limitMs,
        }),
    };
  }

  async *#open(endpoint: Endpoint, request: UpstreamRequest): AsyncGenerator<UpstreamEvent[]> {
    this.#client ??= await this.#connect(endpoint);
    yield* this.#client.stream(request);
  }

  async #connect({ protocol, provider, baseUrl, apiKey }: Endpoint): Promise<UpstreamClient> {
    const { modelId, systemPrompt, thinkingLevel, tools } = this.#config;
    const createClient = await protocol.load();
    const client = createClient({
      modelId,
      baseUrl,
      apiKey,
      systemPrompt,
      tools,
      thinkingLevel,
      toolCallIds: this.#toolCallIds,
      outputCapField: provider.outputCapField ?? 'max_tokens',
    });
    for (const { role, messages } of this.#restored ?? []) client.append(role, messages);
    this.#restored = []; // The client holds them now.
    return client;
  }
}

function refused(message: string): LLMOutcome {
  return { status: 'failed', permanent: true, message };
}
