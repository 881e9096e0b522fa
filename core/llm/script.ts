import type { Clock, LLMOutcome, Usage } from '../omnimessage/index.ts';
import type { Fidelity } from './fidelity.ts';
import type { UpstreamEvent } from './upstream.ts';

/** One Request's answer, step by step; a string is an answer of one text. */
export type ScriptedTurn = string | ScriptedStep[];

type ScriptedStep =
  /** One message. A string comes word by word, a list delta by delta. */
  | { text: string | string[]; fidelity?: Fidelity }
  | { thinking: string | string[]; fidelity?: Fidelity }
  /** Arguments that are a string are taken as they are, broken or not. A call without an id gets one. */
  | { call: string; arguments?: Record<string, unknown> | string; id?: string }
  | { usage: Usage }
  /** Nothing comes for so many milliseconds of the clock. */
  | { waitMs: number }
  /** Nothing comes any more, ever. */
  | { hang: true }
  /** The answer ends here, at its output cap. */
  | { cut: true }
  /** The answer breaks here, with this outcome. */
  | { fail: LLMOutcome };

export class ScriptedFailure extends Error {
  readonly outcome: LLMOutcome;

  constructor(outcome: LLMOutcome) {
    super(outcome.message);
    this.outcome = outcome;
  }
}

/** The upstream events of a turn. Throws a `ScriptedFailure` where the script fails. */
export async function* playTurn(
  turn: ScriptedTurn,
  clock: Clock,
  signal: AbortSignal,
): AsyncGenerator<UpstreamEvent[]> {
  const steps = typeof turn === 'string' ? [{ text: turn }] : turn;
  for (const [index, step] of steps.entries()) {
    if ('fail' in step) throw new ScriptedFailure(step.fail);
    if ('waitMs' in step) await clock.sleep(step.waitMs, signal);
    else if ('hang' in step) await aborted(signal);
    else yield eventsOf(step, index);
    if ('cut' in step) return;
  }
  yield [{ type: 'finish', reason: 'stop' }];
}

type SpokenStep = Exclude<ScriptedStep, { fail: LLMOutcome } | { waitMs: number } | { hang: true }>;

function eventsOf(step: SpokenStep, index: number): UpstreamEvent[] {
  if ('usage' in step) return [{ type: 'usage', usage: step.usage }];
  if ('cut' in step) return [{ type: 'finish', reason: 'length' }];
  if ('call' in step) return callEvents(step, index);
  const type = 'text' in step ? 'text' : 'thinking';
  const content = 'text' in step ? step.text : step.thinking;
  const fidelity = step.fidelity === undefined ? {} : { fidelity: step.fidelity };
  const deltas = typeof content === 'string' ? (content.match(/\S+\s*|\s+/g) ?? ['']) : content;
  return [...deltas.map((text) => ({ type, text, ...fidelity }) as const), { type: 'segment_end' }];
}

function callEvents(step: Extract<ScriptedStep, { call: string }>, index: number): UpstreamEvent[] {
  const { call: name, arguments: given = {}, id = '' } = step;
  const text = typeof given === 'string' ? given : JSON.stringify(given);
  return [
    { type: 'call_start', index, id, name },
    ...(text.match(/.{1,16}/gs) ?? []).map(
      (piece) => ({ type: 'call_delta', index, arguments: piece }) as const,
    ),
    { type: 'call_end', index },
  ];
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
