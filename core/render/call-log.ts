import type { Payload, PayloadOf, ToolCallOutputPayload, ToolCallPayload } from '../omnimessage/index.ts';
import { plainLine } from '../policy/index.ts';
import { type DescribedCall, describeCall } from './describe-call.ts';
import { describeOutput } from './describe-output.ts';
import type { DiffStat } from './diff-stat.ts';
import type { DeniedCall, OpenAsk, ReportView, RunningCall } from './report-view.ts';
import { withStep } from './steps.ts';

/** Of a run of any length, so much is kept. */
const MAX_STEPS = 100;
const MAX_DENIED = 20;
const MAX_CHANGES = 500;
const MAX_REASON = 300;

interface OpenCall {
  call: ToolCallPayload;
  words: DescribedCall;
  /** When it was allowed to start, in milliseconds since 1970. */
  since?: number;
}

type CallView = Pick<ReportView, 'running' | 'steps' | 'elided' | 'changes' | 'denied' | 'denials' | 'asks'>;

/** Follows each tool call from its appearance to its output. */
export interface CallLog {
  /** `at` is when the message was made, in milliseconds since 1970. */
  push(payload: Payload, at: number): void;
  view(): CallView;
}

export function createCallLog(): CallLog {
  const open = new Map<string, OpenCall>();
  const asks = new Map<string, OpenAsk>();
  const changes = new Map<string, DiffStat>();
  let denied: DeniedCall[] = [];
  let denials = 0;
  let steps: ReportView['steps'] = [];
  let elided = 0;

  function called(call: ToolCallPayload): void {
    const words = describeCall(call);
    const isWhole = (call.stop_reason ?? 'completed') === 'completed';
    if (words !== undefined && isWhole) open.set(call.tool_call_id, { call, words });
  }

  function asked({ tool_call_id, level, reason, expires_at }: PayloadOf<'approval_request'>): void {
    const target = open.get(tool_call_id)?.words.target ?? '';
    asks.set(tool_call_id, { toolCallId: tool_call_id, target, level, reason, expiresAt: expires_at });
  }

  function decided(
    { tool_call_id, decision, reason = '' }: PayloadOf<'approval_decision'>,
    at: number,
  ): void {
    if (decision === 'defer') return;
    asks.delete(tool_call_id);
    const found = open.get(tool_call_id);
    if (found === undefined) return;
    if (decision === 'allow') found.since = at;
    else {
      open.delete(tool_call_id);
      denials += 1;
      denied = [...denied, { ...found.words, reason: plainLine(reason, MAX_REASON) }].slice(-MAX_DENIED);
    }
  }

  function answered(output: ToolCallOutputPayload, at: number): void {
    const found = open.get(output.tool_call_id);
    if (found === undefined) return;
    open.delete(output.tool_call_id);
    const { result, failed, change } = describeOutput(found.call, output);
    const { verb, target } = found.words;
    const all = withStep(steps, {
      verb,
      targets: [target],
      result,
      failed,
      durationMs: at - (found.since ?? at),
    });
    steps = all.slice(-MAX_STEPS);
    elided += all.length - steps.length;
    if (change !== undefined) changed(target, change);
  }

  function changed(path: string, { additions, deletions }: DiffStat): void {
    const before = changes.get(path) ?? { additions: 0, deletions: 0 };
    if (!changes.has(path) && changes.size >= MAX_CHANGES) return;
    changes.set(path, { additions: before.additions + additions, deletions: before.deletions + deletions });
  }

  function push(payload: Payload, at: number): void {
    switch (payload.type) {
      case 'tool_call':
        called(payload);
        break;
      case 'approval_request':
        asked(payload);
        break;
      case 'approval_decision':
        decided(payload, at);
        break;
      case 'tool_call_output':
        answered(payload, at);
        break;
      default:
        break;
    }
  }

  function view(): CallView {
    const running = [...open.values()].flatMap(runningCall);
    return { running, steps, elided, changes: new Map(changes), denied, denials, asks: [...asks.values()] };
  }
  return { push, view };
}

function runningCall({ words, since }: OpenCall): RunningCall[] {
  return since === undefined ? [] : [{ ...words, since }];
}
