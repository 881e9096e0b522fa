import type { Build, Clock, LLMOutcome, OmniMessage, Usage } from '../omnimessage/index.ts';
import type { EventTranslator } from './event-translator.ts';
import { createEventTranslator } from './event-translator.ts';
import { isModelMessage } from './turns.ts';
import type { ModelMessage, UpstreamEvent } from './upstream.ts';
import type { Step } from './upstream-wait.ts';
import { createUpstreamWait } from './upstream-wait.ts';

type End = Exclude<Step<UpstreamEvent[]>, { kind: 'value' }>;

/** Why there is no whole answer. */
export type Failure = End | { kind: 'filtered' };

export interface AnswerSource {
  /** Begins the stream; `signal` aborts when nobody listens any more. */
  open(signal: AbortSignal): AsyncIterable<UpstreamEvent[]>;
  /** How long the stream may say nothing, in milliseconds; 0 or less is for ever. */
  limitMs: number;
  /** The Session's id for the upstream's id and the tool's name. */
  callId(id: string, name: string): string;
  explain(failure: Failure): LLMOutcome;
}

export interface Answer {
  outcome: LLMOutcome;
  /** The complete messages, half calls among them. */
  messages: ModelMessage[];
  usage: Usage | undefined;
  /** Whether the stream brought anything at all. */
  heard: boolean;
}

/** After the finish nothing is missing but the usage and the end of the stream: no upstream needs long for these. */
const AFTER_FINISH_MS = 5_000;

/**
 * Receives one answer, message by message, until its stream ends, breaks or is interrupted; then ends what is
 * still open. An answer whose finish arrived is whole, whatever happens after it. Never throws.
 */
export async function* receiveAnswer(
  source: AnswerSource,
  { clock, build }: { clock: Clock; build: Build },
  signals: AbortSignal[],
): AsyncGenerator<OmniMessage, Answer> {
  const ready: OmniMessage[] = [];
  const translator = createEventTranslator(build, (message) => ready.push(message), source.callId);
  const messages: ModelMessage[] = [];
  const wait = createUpstreamWait(source.open, clock, source.limitMs, signals);
  let heard = false;
  let end: End | undefined;
  try {
    while (end === undefined) {
      const step = await wait.next();
      heard ||= step.kind === 'value';
      end = step.kind === 'value' ? translate(step.value, translator) : step;
      if (translator.finish !== undefined) wait.finishWithin(AFTER_FINISH_MS);
      for (const message of ready.splice(0)) {
        if (isModelMessage(message)) messages.push(message);
        yield message;
      }
    }
  } finally {
    wait.stop();
  }
  const failure: Failure = signals.some((signal) => signal.aborted) ? { kind: 'aborted' } : end;
  const outcome = judge(translator, source, failure);
  translator.close(outcome.status);
  yield* ready;
  return {
    outcome,
    messages: [...messages, ...ready.filter(isModelMessage)],
    usage: translator.usage,
    heard,
  };
}

/** Undefined, or why the rest of the stream is of no use. */
function translate(events: UpstreamEvent[], translator: EventTranslator): End | undefined {
  try {
    for (const event of events) translator.push(event);
    return undefined;
  } catch (error) {
    return { kind: 'threw', error };
  }
}

function judge({ finish }: EventTranslator, { explain }: AnswerSource, failure: Failure): LLMOutcome {
  switch (finish) {
    case 'stop':
      return { status: 'completed' };
    case 'length':
      return { status: 'completed', cut: true };
    case 'content_filter':
      return explain({ kind: 'filtered' });
    case undefined:
      return explain(failure);
  }
}

/**
 * A generator whose `return()` takes effect at once, even while a `next()` waits: `start` gets the signal that
 * says so.
 */
export function leavable<T, R>(start: (left: AbortSignal) => AsyncGenerator<T, R>): AsyncGenerator<T, R> {
  const left = new AbortController();
  const generator = start(left.signal);
  const leave = generator.return.bind(generator);
  generator.return = (value) => {
    left.abort();
    return leave(value);
  };
  return generator;
}
