/** What a protocol's client and the rest of this room say to each other; nothing here knows a provider. */
import type { ModelPayload, OmniMessage, ToolDefinition, Usage } from '../omnimessage/index.ts';
import type { Fidelity } from './fidelity.ts';
import type { ThinkingLevelName } from './thinking-level.ts';
import type { ToolCallIdAllocator } from './tool-call-ids.ts';

/** Why the upstream ended an answer: it was done, it hit the output cap, or its filter stepped in. */
export type FinishReason = 'stop' | 'length' | 'content_filter';

/**
 * One step of an answer. `index` tells calls that are open side by side apart and is never used twice in a
 * stream. A usage report replaces the one before it. Whatever goes wrong is thrown, not told.
 */
export type UpstreamEvent =
  | { type: 'text'; text: string; fidelity?: Fidelity }
  | { type: 'thinking'; text: string; fidelity?: Fidelity }
  | { type: 'segment_end' }
  | { type: 'call_start'; index: number; id: string; name: string; fidelity?: Fidelity }
  | { type: 'call_delta'; index: number; arguments: string }
  | { type: 'call_end'; index: number }
  | { type: 'usage'; usage: Usage }
  | { type: 'finish'; reason: FinishReason };

export type ModelMessage = OmniMessage<ModelPayload>;

export type Role = 'user' | 'assistant';

export interface UpstreamRequest {
  /** The user's turn, sent after everything that was appended. */
  input: ModelMessage[];
  /** Undefined leaves the cap to the upstream. */
  maxOutputTokens: number | undefined;
  signal: AbortSignal;
}

/** One model's conversation in one protocol. It holds the committed history in its own wire format, and only there. */
export interface UpstreamClient {
  /** Adds a turn to what every later request starts with. */
  append(role: Role, turn: ModelMessage[]): void;
  /**
   * One HTTP request, made when the iteration begins; never retried. Events come in batches, as the bytes do.
   * Throws what `classify` reads, behind the events that came before it.
   */
  stream(request: UpstreamRequest): AsyncIterable<UpstreamEvent[]>;
}

export interface ClientSettings {
  modelId: string;
  /** An absolute URL that ends before the protocol's own path, version included. */
  baseUrl: string;
  apiKey: string | undefined;
  systemPrompt: string | undefined;
  tools: ToolDefinition[];
  thinkingLevel: ThinkingLevelName | undefined;
  toolCallIds: ToolCallIdAllocator;
  /** The name under which chat completions take the output cap. */
  outputCapField: 'max_tokens' | 'max_completion_tokens';
}
