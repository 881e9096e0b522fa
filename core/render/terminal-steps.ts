import type { OmniMessage, PayloadOf, ToolCallOutputPayload, ToolCallPayload } from '../omnimessage/index.ts';
import { plainLine } from '../policy/index.ts';
import { type DescribedCall, describeCall } from './describe-call.ts';
import { describeOutput } from './describe-output.ts';
import { duration } from './measures.ts';
import { shownLines, span, type TerminalLine } from './terminal-line.ts';

const MAX_REASON = 200;
const VERB_WIDTH = 8;
const TARGET_WIDTH = 40;
/** Durations below it are noise. Milliseconds. */
const WORTH_TELLING = 100;
const OUTPUT_HEAD = 10;

/** `verbose` also tells what the model says, and how each output begins. */
export type StepDetail = 'steps' | 'verbose';

/** Turns a Session's stream into lines, one a step, as it happens. */
export interface TerminalSteps {
  /** What a message adds; mostly nothing. */
  push(message: OmniMessage): TerminalLine[];
}

interface OpenCall {
  call: ToolCallPayload;
  words: DescribedCall;
  /** In milliseconds since 1970. */
  since?: number;
}

export function createTerminalSteps(detail: StepDetail): TerminalSteps {
  const open = new Map<string, OpenCall>();

  function called(call: ToolCallPayload): TerminalLine[] {
    const words = describeCall(call);
    if (words !== undefined && (call.stop_reason ?? 'completed') === 'completed') {
      open.set(call.tool_call_id, { call, words });
    }
    return [];
  }

  function decided(
    { tool_call_id, decision, reason = '' }: PayloadOf<'approval_decision'>,
    at: number,
  ): TerminalLine[] {
    const found = open.get(tool_call_id);
    if (found === undefined || decision === 'defer') return [];
    if (decision === 'allow') {
      found.since = at;
      return [];
    }
    open.delete(tool_call_id);
    return [stepLine('denied', found.words.target, plainLine(reason, MAX_REASON), 'bad')];
  }

  function answered(output: ToolCallOutputPayload, at: number): TerminalLine[] {
    const found = open.get(output.tool_call_id);
    if (found === undefined) return [];
    open.delete(output.tool_call_id);
    const { result, failed } = describeOutput(found.call, output);
    const took = at - (found.since ?? at);
    const facts = [result, took < WORTH_TELLING ? '' : duration(took)].filter((fact) => fact !== '');
    const { verb, target } = found.words;
    return [stepLine(verb, target, facts.join(' · '), failed ? 'bad' : 'dim'), ...headOf(output, detail)];
  }

  return {
    push({ payload, timestamp, origin }) {
      if (origin !== undefined) return [];
      const at = Date.parse(timestamp);
      switch (payload.type) {
        case 'tool_call':
          return called(payload);
        case 'approval_decision':
          return decided(payload, at);
        case 'tool_call_output':
          return answered(payload, at);
        case 'text':
          return said(payload, detail);
        case 'plan':
          return [planLine(payload)];
        case 'request_end':
          return retryLine(payload);
        default:
          return [];
      }
    },
  };
}

export function stepLine(verb: string, target: string, facts: string, tone: 'dim' | 'bad'): TerminalLine {
  const line = `  ${verb.padEnd(VERB_WIDTH)} ${facts === '' ? target : target.padEnd(TARGET_WIDTH)}`;
  return facts === '' ? [span(line)] : [span(`${line} `), span(facts, tone)];
}

function headOf({ output }: ToolCallOutputPayload, detail: StepDetail): TerminalLine[] {
  if (detail !== 'verbose' || output.trim() === '') return [];
  return shownLines(output, OUTPUT_HEAD).map((line) => [span(`    │ ${line}`, 'dim')]);
}

function said({ role, text }: PayloadOf<'text'>, detail: StepDetail): TerminalLine[] {
  if (detail !== 'verbose' || role !== 'assistant' || text.trim() === '') return [];
  return shownLines(text).map((line) => [span(`  ${line}`)]);
}

function planLine({ items }: PayloadOf<'plan'>): TerminalLine {
  const done = items.filter(({ status }) => status === 'completed').length;
  const now = items.find(({ status }) => status === 'in_progress')?.text ?? '';
  const next = now === '' ? '' : plainLine(now, MAX_REASON);
  return stepLine('plan', `${done} of ${items.length} done`, next, 'dim');
}

function retryLine({
  retry_in_ms,
  attempt = 1,
  error_message = '',
}: PayloadOf<'request_end'>): TerminalLine[] {
  if (retry_in_ms === undefined) return [];
  const why = plainLine(error_message, MAX_REASON);
  return [stepLine('waits', `retry ${attempt} in ${duration(retry_in_ms)}`, why, 'bad')];
}
