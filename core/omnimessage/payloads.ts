/**
 * Every OmniMessage payload, defined once: the schemas decode files and the types are inferred from them, so that
 * they cannot drift. Field names are wire names because the protocol is public and is the trace format (`docs/trace.md`). Only `decode.ts` needs the schemas at run time; everyone else imports types.
 */
import * as z from 'zod';

/** Opaque JSON that an upstream model wants back byte for byte: signatures, encrypted reasoning, phase marks. */
const fidelity = z.json().exactOptional();

/** How an operation ended. Six values (seed 2); only `auth` is never retried. */
export const stopReason = z.enum(['completed', 'failed', 'aborted', 'timeout', 'malformed', 'auth']);

/** `deny` comes from a person or a mode, `forbidden` from policy itself, `defer` suspends the Session. */
export const approvalDecision = z.enum(['allow', 'deny', 'forbidden', 'defer']);

export const outcomeKind = z.enum([
  'answered',
  'changed',
  'no_change',
  'waiting_approval',
  'denied',
  'budget',
  'timed_out',
  'blocked',
  'cancelled',
  'failed',
  'refused',
  'ignored',
]);

export const failureClass = z.enum(['llm', 'auth', 'tool', 'github', 'config']);

const role = z.enum(['user', 'assistant']);
const segment = z.enum(['start', 'delta', 'stop']);
const stop_reason = stopReason.exactOptional();
const count = z.number().int().nonnegative();

/** Tokens. `total` counts input (cached or not) and output together. */
export const usageCounts = z.object({ cache_read: count, cache_write: count, output: count, total: count });

/** What the model is told of a tool; `parameters` is a JSON Schema. */
export const toolDefinition = z.object({
  name: z.string(),
  description: z.string(),
  parameters: z.record(z.string(), z.json()).exactOptional(),
});

// ---- session_meta: one for each model context; invariants only.

const sessionMeta = z.object({
  type: z.literal('session_meta'),
  schema_version: z.literal(1),
  session_id: z.string(),
  provider: z.string(),
  model_id: z.string(),
  model_context_window: z.union([z.number().int().positive(), z.literal('unknown')]),
  system_prompt: z.string(),
  agent_state: z.string(),
  workspace: z.string(),
  source: z.string().exactOptional(),
});

// ---- model_msg, complete: what the model said or reads.

const text = z.object({
  type: z.literal('text'),
  role,
  text: z.string(),
  sender: z.enum(['user', 'parent_agent', 'harness', 'server']).exactOptional(),
  fidelity,
  stop_reason,
});

const thinking = z.object({
  type: z.literal('thinking'),
  role: z.literal('assistant'),
  thinking: z.string(),
  fidelity,
  stop_reason,
});

const inlineThinking = z.object({
  type: z.literal('inline_thinking'),
  role: z.literal('assistant'),
  data: z.string(),
  mime_type: z.string(),
  fidelity,
  stop_reason,
});

const toolCall = z.object({
  type: z.literal('tool_call'),
  role: z.literal('assistant'),
  name: z.string(),
  /** A JSON text exactly as the model wrote it: it may be broken. */
  arguments: z.string(),
  tool_call_id: z.string(),
  fidelity,
  stop_reason,
});

const toolCallOutput = z.object({
  type: z.literal('tool_call_output'),
  role: z.literal('user'),
  output: z.string(),
  /** Data URLs. */
  images: z.array(z.string()).exactOptional(),
  tool_call_id: z.string(),
  stop_reason,
});

const imageUrl = z.object({
  type: z.literal('image_url'),
  role: z.literal('user'),
  image_url: z.string(),
  stop_reason,
});

const inlineData = z.object({
  type: z.literal('inline_data'),
  role,
  data: z.string(),
  mime_type: z.string(),
  fidelity,
  stop_reason,
});

// ---- model_msg, partial: start, delta*, stop, and then at once the complete message.

const partialText = z.object({
  type: z.literal('partial_text'),
  role,
  event_type: segment,
  /** Present on a delta, never empty. */
  text: z.string().exactOptional(),
});

const partialThinking = z.object({
  type: z.literal('partial_thinking'),
  role: z.literal('assistant'),
  event_type: segment,
  thinking: z.string().exactOptional(),
});

const partialToolCall = z.object({
  type: z.literal('partial_tool_call'),
  role: z.literal('assistant'),
  event_type: segment,
  tool_call_id: z.string(),
  /** On `start` only. */
  name: z.string().exactOptional(),
  arguments: z.string().exactOptional(),
});

const partialToolCallOutput = z.object({
  type: z.literal('partial_tool_call_output'),
  role: z.literal('user'),
  event_type: segment,
  tool_call_id: z.string(),
  output: z.string().exactOptional(),
  /** In one delta before `stop`. */
  images: z.array(z.string()).exactOptional(),
});

// ---- event_msg: what happened around the model.

const requestBegin = z.object({ type: z.literal('request_begin') });

/** `completed` is the commit mark of a Request. A failure that will be retried announces `attempt` and `retry_in_ms`. */
const requestEnd = z.object({
  type: z.literal('request_end'),
  status: stopReason,
  error_message: z.string().exactOptional(),
  attempt: count.exactOptional(),
  retry_in_ms: count.exactOptional(),
});

const tokenUsage = z.object({ type: z.literal('token_usage'), session: usageCounts, request: usageCounts });

const decision = z.object({
  type: z.literal('approval_decision'),
  decision: approvalDecision,
  tool_call_id: z.string(),
  by: z.string().exactOptional(),
  reason: z.string().exactOptional(),
});

const approvalRequest = z.object({
  type: z.literal('approval_request'),
  tool_call_id: z.string(),
  digest: z.string(),
  level: z.enum(['low', 'medium', 'high', 'critical']),
  reason: z.string(),
  expires_at: z.string(),
});

const approvalClaimed = z.object({
  type: z.literal('approval_claimed'),
  tool_call_id: z.string(),
  run: z.string(),
});

const abort = z.object({ type: z.literal('abort'), reason: z.string().exactOptional() });

const compactionReason = z.enum(['context', 'turns', 'manual']);
const compactionMode = z.enum(['summarize', 'discard']);

const compactionBegin = z.object({
  type: z.literal('compaction_begin'),
  reason: compactionReason,
  mode: compactionMode,
  context: count,
  turns: count,
});

const compactionEnd = z.object({
  type: z.literal('compaction_end'),
  reason: compactionReason,
  mode: compactionMode,
  status: stopReason,
  attempt: count.exactOptional(),
  error_message: z.string().exactOptional(),
});

const toolListReady = z.object({ type: z.literal('tool_list_ready'), tools: z.array(toolDefinition) });

const mcpConnectBegin = z.object({ type: z.literal('mcp_connect_begin'), servers: z.array(z.string()) });

const mcpConnectEnd = z.object({
  type: z.literal('mcp_connect_end'),
  status: stopReason,
  results: z.array(
    z.object({
      server: z.string(),
      transport: z.enum(['stdio', 'http', 'sse']),
      status: stopReason,
      duration_ms: z.number().nonnegative(),
      tools: count.exactOptional(),
      error: z.string().exactOptional(),
    }),
  ),
});

const subagent = z.object({ type: z.literal('subagent'), session_id: z.string() });

const goalFinished = z.object({
  type: z.literal('goal_finished'),
  outcome: z.string(),
  rounds: count,
  tokens_used: count,
});

const suspended = z.object({ type: z.literal('suspended'), pending: z.array(z.string()) });
const resumed = z.object({ type: z.literal('resumed'), run: z.string() });

export const planItem = z.object({
  text: z.string(),
  status: z.enum(['pending', 'in_progress', 'completed']),
});
const plan = z.object({ type: z.literal('plan'), items: z.array(planItem) });

const limit = z.object({ type: z.literal('limit'), kind: z.string(), value: z.number(), cap: z.number() });

const hook = z.object({
  type: z.literal('hook'),
  name: z.string(),
  timing: z.string(),
  status: stopReason,
});

const outcome = z.object({
  type: z.literal('outcome'),
  kind: outcomeKind,
  class: failureClass.exactOptional(),
  reason: z.string(),
  branch: z.string().exactOptional(),
  pull_request: count.exactOptional(),
  usage: usageCounts,
});

export const modelPayload = z.discriminatedUnion('type', [
  text,
  thinking,
  inlineThinking,
  toolCall,
  toolCallOutput,
  imageUrl,
  inlineData,
]);

export const partialPayload = z.discriminatedUnion('type', [
  partialText,
  partialThinking,
  partialToolCall,
  partialToolCallOutput,
]);

export const eventPayload = z.discriminatedUnion('type', [
  requestBegin,
  requestEnd,
  tokenUsage,
  decision,
  approvalRequest,
  approvalClaimed,
  abort,
  compactionBegin,
  compactionEnd,
  toolListReady,
  mcpConnectBegin,
  mcpConnectEnd,
  subagent,
  goalFinished,
  suspended,
  resumed,
  plan,
  limit,
  hook,
  outcome,
]);

export const metaPayload = z.discriminatedUnion('type', [sessionMeta]);
