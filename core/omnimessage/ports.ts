/**
 * What rooms hand to each other. Every port is an interface here and an implementation elsewhere; a port appears with its
 * first caller. Contracts stand where they are declared.
 */
import type { Build } from './builders.ts';
import type {
  ApprovalDecision,
  OmniMessage,
  OutcomePayload,
  StopReason,
  ToolCallPayload,
  ToolDefinition,
  UsageCounts,
} from './types.ts';

// ---- Values that enter at the entrances.

/** Time as a value: the only source of it inside `core`. */
export interface Clock {
  /** The wall clock, for timestamps. */
  now(): Date;
  /** Milliseconds that never go back, for durations. */
  monotonic(): number;
  /** Resolves after `ms`, or as soon as `signal` aborts; never rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/**
 * Why a signal aborts that only ends a wait of ours. Each tool call has several of them, and without a reason every `abort()` would make an error
 * with its stack.
 */
export const OVER = 'over';

/** A new random identifier: lower-case hexadecimal, at least 64 bits, unguessable. */
export type NewId = () => string;

/** Where the house tells its operator what happens. Texts may hold untrusted words: the implementation makes them safe to print. */
export interface Log {
  debug(text: string): void;
  info(text: string): void;
  warn(text: string): void;
}

/** Removes secrets from text. Idempotent. */
export interface Redact {
  /** `text` with every known secret masked. */
  text(text: string): string;
  /** A redactor for text that arrives in pieces: a secret cut by a border between two pieces is found all the same. */
  stream(): RedactStream;
}

export interface RedactStream {
  /** What is safe to pass on by now; the rest is held back until it is known to be harmless. */
  push(chunk: string): string;
  /** The rest. */
  flush(): string;
}

// ---- The model (seed 1).

export interface LLMInterface {
  /**
   * One Request. Only this turn's messages go in, all of one role; the implementation owns the history and commits the turn
   * only after a fully consumed, validated stream. Contract: never throws, never retries, ends by its return value;
   * `token_usage` is the last message of a completed stream.
   */
  streamGenerate(parameters: GenerativeModelParameters): AsyncGenerator<OmniMessage, LLMOutcome>;
}

export interface GenerativeModelParameters {
  newMessages: OmniMessage[];
  signal?: AbortSignal;
}

export interface LLMOutcome {
  status: StopReason;
  /** For people, when the status is not `completed`. */
  message?: string;
  /** The upstream rejected this very request; the same request would be rejected again. */
  permanent?: boolean;
  /** How long the upstream asked to wait, in milliseconds. */
  retry_after_ms?: number;
  /** The context did not fit. */
  overflow?: boolean;
  /** The answer was cut at the output cap. */
  cut?: boolean;
}

// ---- The environment (seed 1).

export type ToolPermission = 'r' | 'rw';

export interface EnvironmentInterface {
  listTools(): Promise<ToolDefinition[]>;
  /**
   * Runs an approved call. Contract: never throws; yields the framed output and ends with exactly one complete
   * `tool_call_output` of the call; messages with an origin pass through.
   */
  executeTool(request: ToolExecutionRequest): AsyncGenerator<OmniMessage>;
  /** Undefined for a tool that does not exist. */
  toolPermission(name: string): ToolPermission | undefined;
  /** Ends every process that a tool started. Idempotent. */
  dispose?(): Promise<void>;
  /** Kills them without grace and without waiting: the program is about to exit. */
  kill?(): void;
}

export interface ToolExecutionRequest {
  toolCall: OmniMessage<ToolCallPayload>;
  signal?: AbortSignal;
  /** Handed to tools that start a Session of their own: approvals are inherited. */
  approve?: ApproveFn;
}

/** One tool. The Environment frames, truncates, times out and closes; a tool only yields what it has to say. */
export interface BuiltinTool {
  name: string;
  definition: ToolDefinitionConfig;
  /**
   * `args` are valid by `definition.parameters`. Yields output deltas (`ctx.delta`) and events; may throw: the text of the error
   * becomes the failed output. Must end soon after `ctx.signal` aborts.
   */
  execute(
    args: Record<string, unknown>,
    ctx: ToolExecutionContext,
  ): AsyncGenerator<OmniMessage, ToolResult | undefined>;
}

export interface ToolDefinitionConfig extends ToolDefinition {
  /** Default `rw`: a tool that does not say so is not harmless. */
  permission?: ToolPermission;
  /** Offered only to models that see images, or only to those that do not. */
  forModel?: 'vision' | 'text-only';
  /** Default 120,000; 0 or less turns it off. */
  timeoutMs?: number;
  /** In characters. Default 16,000; 0 or less turns it off. */
  maxOutputLength?: number;
}

export interface ToolExecutionContext {
  workspaceDir: string;
  toolCallId: string;
  signal: AbortSignal;
  approve?: ApproveFn;
  build: Build;
  /** A piece of this call's output. */
  delta(text: string): OmniMessage;
}

export interface ToolResult {
  /** How the tool says that it ended; default `completed`. */
  stop_reason?: StopReason;
  /** Facts about the call (exit code, interruption); they stand after the output and outside its cap. */
  notes?: string[];
  /** Data URLs. */
  images?: string[];
  /** What to keep of an output over the cap: its `head` (default), or its head and its tail (`both`). */
  keep?: 'head' | 'both';
}

// ---- The person (seed 1).

/** What a person or a mode may answer; `forbidden` is policy's own and never asked. */
export type ApprovalAnswer = Extract<ApprovalDecision, 'allow' | 'deny'>;

/**
 * Called exactly once for each complete tool call. A throw is a denial. The `reason` of a denial becomes the call's output, so that the
 * model reads it.
 */
export type ApproveFn = (
  toolCall: OmniMessage<ToolCallPayload>,
) => Promise<ApprovalAnswer | { decision: ApprovalAnswer; by?: string; reason?: string }>;

// ---- The record.

/** Where a Session's record goes. */
export interface TraceSink {
  /** Writes one message; it is in the operating system's hands when this returns. */
  append(message: OmniMessage): void;
  /** Resolves when everything appended is on disk. */
  commit(): Promise<void>;
  close(): Promise<void>;
}

/** Tokens of a Request or a Session. */
export type Usage = UsageCounts;

/** How a run ended; `docs/action.md` says what each kind means to people. */
export type Outcome = Omit<OutcomePayload, 'type'>;
