import { is, isPartial, type LLMOutcome, type OmniMessage } from '../omnimessage/index.ts';
import { ABORTED, withGrace } from './abort.ts';
import { type Calls, createCalls } from './calls.ts';
import { describeAttempts, isRetryable, MAX_RECONNECTS, retryDelay } from './reconnect.ts';
import type { Task } from './task.ts';
import { createUniqueIds } from './unique-ids.ts';

export type RequestEnd =
  | { kind: 'committed'; calls: Calls; cut: boolean }
  | { kind: 'failed'; outcome: LLMOutcome }
  | { kind: 'aborted'; produced: OmniMessage[] };

interface Attempt {
  outcome: LLMOutcome;
  calls: Calls;
  /** The complete messages of the attempt. */
  produced: OmniMessage[];
}

/**
 * One Request with its reconnects. A failed attempt is never lost: what it produced, with the outputs of the calls that it had started,
 * goes into the next attempt's input as a `[turn_retried]` text, so that no tool runs twice.
 */
export async function request(task: Task, input: OmniMessage[]): Promise<RequestEnd> {
  const failed: OmniMessage[] = [];
  for (let reconnects = 0; ; reconnects++) {
    const { outcome, calls, produced } = await attempt(task, withAttempts(task, input, failed));
    if (outcome.status === 'completed') {
      await end(task, outcome);
      return { kind: 'committed', calls, cut: outcome.cut === true };
    }
    const settled = settle(calls, produced);
    if (task.signal.aborted) {
      await end(task, { status: 'aborted' });
      return { kind: 'aborted', produced: [...failed, ...(await settled)] };
    }
    if (!isRetryable(outcome) || reconnects === MAX_RECONNECTS) {
      await end(task, outcome);
      await settled;
      return { kind: 'failed', outcome };
    }
    const delay = retryDelay(reconnects + 1, outcome, task.random);
    await end(task, outcome, { attempt: reconnects + 1, retry_in_ms: delay });
    failed.push(...(await settled));
    await task.clock.sleep(delay, task.signal);
    if (task.signal.aborted) return { kind: 'aborted', produced: failed };
  }
}

async function attempt(task: Task, input: OmniMessage[]): Promise<Attempt> {
  const calls = createCalls(task);
  const produced: OmniMessage[] = [];
  await task.emit(task.build({ type: 'request_begin' }));
  const outcome = await withGrace(task.clock, task.interruption, consume(task, input, calls, produced));
  return { outcome: outcome === ABORTED ? { status: 'aborted' } : outcome, calls, produced };
}

/** Passes the model's stream on and hands out its calls as they become whole. */
async function consume(
  task: Task,
  input: OmniMessage[],
  calls: Calls,
  produced: OmniMessage[],
): Promise<LLMOutcome> {
  const unique = createUniqueIds();
  try {
    const stream = task.llm.streamGenerate({ newMessages: input, signal: task.signal });
    for (;;) {
      const step = await stream.next();
      if (step.done === true) return step.value;
      const message = unique(step.value);
      const room = task.emit(message);
      if (room !== undefined) await room;
      if (isPartial(message)) continue;
      if (is(message, 'token_usage')) task.usage = message.payload.session;
      else produced.push(message);
      if (is(message, 'tool_call') && isWhole(message.payload.stop_reason)) calls.accept(message);
    }
  } catch (error) {
    return { status: 'failed', message: `The model adapter threw: ${String(error)}`, permanent: true };
  }
}

/** A half call, which an interruption left behind, is never given out. */
function isWhole(stopReason: string | undefined): boolean {
  return stopReason === undefined || stopReason === 'completed';
}

async function settle(calls: Calls, produced: OmniMessage[]): Promise<OmniMessage[]> {
  const outputs = (await calls.settled()).flatMap(({ output }) => output ?? []);
  return [...produced, ...outputs];
}

function withAttempts(task: Task, input: OmniMessage[], failed: OmniMessage[]): OmniMessage[] {
  const text = describeAttempts('turn_retried', failed);
  return text === ''
    ? input
    : [...input, task.build({ type: 'text', role: 'user', text, sender: 'harness' })];
}

async function end(
  task: Task,
  outcome: LLMOutcome,
  retry: { attempt?: number; retry_in_ms?: number } = {},
): Promise<void> {
  const message = outcome.message === undefined ? {} : { error_message: outcome.message };
  await task.emit(task.build({ type: 'request_end', status: outcome.status, ...message, ...retry }));
}
