import type {
  OmniMessage,
  Outcome,
  Payload,
  PayloadOf,
  ToolCallOutputPayload,
  ToolCallPayload,
  Usage,
} from '../omnimessage/index.ts';
import { describeCall } from './describe-call.ts';
import { describeOutput } from './describe-output.ts';

/** What a trace tells, in the order in which it happened. Texts are anybody's: whoever shows them makes them safe. */
export interface TraceSummary {
  session?: { id: string; provider: string; modelId: string; workspace: string };
  /** What the model was told first. */
  prompt: string;
  turns: TracedTurn[];
  usage: Usage;
  /** Missing when the run broke off. */
  outcome?: Outcome;
}

export interface TracedTurn {
  /** What the model said. */
  said: string[];
  calls: TracedCall[];
  /** Requests of it that failed. */
  failures: string[];
}

export interface TracedCall {
  tool: string;
  verb: string;
  target: string;
  decision?: { decision: string; by?: string; reason?: string };
  /** Missing when no output was recorded. */
  result?: string;
  failed?: boolean;
  /** From the decision to the output. */
  durationMs?: number;
}

interface OpenCall {
  call: ToolCallPayload;
  traced: TracedCall;
  since: number;
}

export function summariseTrace(messages: readonly OmniMessage[]): TraceSummary {
  const usage = { cache_read: 0, cache_write: 0, output: 0, total: 0 };
  const summary: TraceSummary = { prompt: '', turns: [], usage };
  const open = new Map<string, OpenCall>();
  let turn: TracedTurn = { said: [], calls: [], failures: [] };
  let again = false;

  function began(): void {
    // A Request that is made again belongs to the same Turn.
    if (again) {
      again = false;
      return;
    }
    turn = { said: [], calls: [], failures: [] };
    summary.turns.push(turn);
  }

  function requested({ status, error_message = '', retry_in_ms }: PayloadOf<'request_end'>): void {
    again = retry_in_ms !== undefined;
    if (status !== 'completed') turn.failures.push(error_message || status);
  }

  function spoke({ role, text }: PayloadOf<'text'>): void {
    if (role === 'assistant') turn.said.push(text);
    else if (summary.turns.length === 0) summary.prompt += text;
  }

  function called(call: ToolCallPayload, at: number): void {
    const { verb, target } = describeCall(call) ?? { verb: 'planned', target: '' };
    const traced = { tool: call.name, verb, target };
    turn.calls.push(traced);
    open.set(call.tool_call_id, { call, traced, since: at });
  }

  function decided(payload: PayloadOf<'approval_decision'>, at: number): void {
    const found = open.get(payload.tool_call_id);
    if (found === undefined) return;
    const { type: _, tool_call_id: __, ...decision } = payload;
    found.traced.decision = decision;
    found.since = at;
  }

  function answered(output: ToolCallOutputPayload, at: number): void {
    const found = open.get(output.tool_call_id);
    if (found === undefined) return;
    open.delete(output.tool_call_id);
    const { result, failed } = describeOutput(found.call, output);
    Object.assign(found.traced, { result, failed, durationMs: at - found.since });
  }

  function take(payload: Payload, at: number): void {
    switch (payload.type) {
      case 'session_meta': {
        const { session_id: id, provider, model_id: modelId, workspace } = payload;
        summary.session ??= { id, provider, modelId, workspace };
        break;
      }
      case 'request_begin':
        began();
        break;
      case 'request_end':
        requested(payload);
        break;
      case 'text':
        spoke(payload);
        break;
      case 'tool_call':
        called(payload, at);
        break;
      case 'approval_decision':
        decided(payload, at);
        break;
      case 'tool_call_output':
        answered(payload, at);
        break;
      case 'token_usage':
        summary.usage = payload.session;
        break;
      case 'outcome': {
        const { type: _, ...outcome } = payload;
        summary.outcome = outcome;
        break;
      }
      default:
        break;
    }
  }

  for (const { payload, timestamp, origin } of messages) {
    if (origin === undefined) take(payload, Date.parse(timestamp));
  }
  return summary;
}
