/** The task loop: Turns until a Turn calls no tool. It knows only the protocol and its ports. */
import {
  type ApproveFn,
  isCommitPoint,
  type LLMOutcome,
  type OmniMessage,
  type Usage,
} from '../omnimessage/index.ts';
import { createInterruption } from './abort.ts';
import { type LimitReached, type Limits, limitReached } from './limits.ts';
import { MergeQueue } from './merge-queue.ts';
import { createSteering, type Steering } from './steering.ts';
import type { Task } from './task.ts';
import { takeTurn } from './turn.ts';

/** How often a model whose answer hit its output cap is asked to go on. */
const MAX_CONTINUATIONS = 2;
const CONTINUE = 'Your answer was cut at the output limit. Go on exactly where it stopped.';
const WALL_TIME = Symbol('wall time');

export interface ContextEngineConfig
  extends Pick<Task, 'llm' | 'environment' | 'clock' | 'build' | 'random'> {
  limits: Limits;
}

export interface TaskOptions {
  /** Without it every call is denied. */
  approve?: ApproveFn;
  signal?: AbortSignal;
  /** What people say to the Task on the way; one for all Tasks of a Session. */
  steering?: Steering;
}

type Ending =
  | { kind: 'answered' }
  | { kind: 'limit'; limit: LimitReached }
  | { kind: 'aborted' }
  | { kind: 'failed'; outcome: LLMOutcome };

/**
 * How a Task ended. `undelivered` is what was said to it and no committed Request has taken, as it was said: the next Task of the
 * Session begins with it. Absent when there is nothing.
 */
export type TaskEnd = Ending & { undelivered?: OmniMessage[] };

export interface ContextEngine {
  /**
   * One Task. Yields its messages in order of arrival and returns how it ended. Coming back for the next message acknowledges the one
   * before: whoever records the stream does so first. Leaving early cancels the model and the tools.
   */
  run(newMessages: OmniMessage[], options?: TaskOptions): AsyncGenerator<OmniMessage, TaskEnd>;
}

export function createContextEngine(config: ContextEngineConfig): ContextEngine {
  const { limits } = config;
  /** Input that no committed Request has taken yet: kept at a cap, after a failure and over an abort. */
  let pending: OmniMessage[] = [];
  let usage: Usage = { cache_read: 0, cache_write: 0, output: 0, total: 0 };

  const limitAt = (task: Task, turns: number) =>
    limitReached({ turns, usage: task.usage, elapsedMs: elapsed(task) }, limits);

  /** What waits, and what was said on the way: the record has that where the model reads it. After the last input nothing more comes in. */
  async function nextInput(task: Task, steering: Steering, turns: number): Promise<OmniMessage[]> {
    if (turns + 1 === limits.maxTurns) steering.close();
    const said = steering.take(task.build);
    for (const message of said) await task.emit(message);
    const input = [...pending, ...said];
    pending = [];
    return input;
  }

  async function runTask(task: Task, steering: Steering): Promise<Ending> {
    let continuations = 0;
    for (let turns = 0; ; turns++) {
      if (task.signal.aborted) return interrupted(task, limits);
      const limit = limitAt(task, turns);
      if (limit !== undefined) return stopAt(task, limit);

      const turn = await takeTurn(task, await nextInput(task, steering, turns));
      switch (turn.kind) {
        case 'called':
          pending = turn.outputs;
          continue;
        case 'answered':
          if (turn.cut && continuations < MAX_CONTINUATIONS) {
            continuations++;
            pending = [await say(task, CONTINUE)];
            continue;
          }
          if (mayEnd(steering, limitAt(task, turns + 1))) return { kind: 'answered' };
          continue;
        case 'failed':
          pending = turn.pending;
          return { kind: 'failed', outcome: turn.outcome };
        case 'aborted':
          pending = turn.pending;
          return interrupted(task, limits);
      }
    }
  }

  return {
    async *run(newMessages, options = {}) {
      pending.push(...newMessages);
      const steering = options.steering ?? createSteering();
      steering.open();
      const queue = new MergeQueue<OmniMessage>(isCommitPoint);
      const own = new AbortController();
      const signal =
        options.signal === undefined ? own.signal : AbortSignal.any([options.signal, own.signal]);
      const task: Task = {
        ...config,
        approve: options.approve,
        signal,
        interruption: createInterruption(signal),
        startedAt: config.clock.monotonic(),
        usage,
        emit: (message) => queue.put(message),
      };

      if (limits.maxMs >= 0) {
        void config.clock.sleep(limits.maxMs, signal).then(() => own.abort(WALL_TIME));
      }
      task.interruption.onAbort(() => steering.close());
      const ending = runTask(task, steering).finally(() => {
        steering.close();
        queue.end();
      });
      try {
        yield* queue;
      } finally {
        // Also when the consumer leaves early: nothing of the Task outlives this generator.
        own.abort();
        await ending;
        usage = task.usage;
      }
      const undelivered = steering.undelivered(pending);
      return { ...(await ending), ...(undelivered.length === 0 ? {} : { undelivered }) };
    },
  };
}

/**
 * Whether an answer is the Task's end: not while something waits that another Turn can deliver. Looked at and closed in one tick: what
 * came before is known, what comes later is refused.
 */
function mayEnd(steering: Steering, limit: LimitReached | undefined): boolean {
  if (steering.hasWaiting() && limit === undefined) return false;
  steering.close();
  return true;
}

async function stopAt(task: Task, limit: LimitReached): Promise<Ending> {
  const { kind, value, cap } = limit;
  await task.emit(task.build({ type: 'limit', kind, value, cap }));
  return { kind: 'limit', limit };
}

async function interrupted(task: Task, limits: Limits): Promise<Ending> {
  if (task.signal.reason !== WALL_TIME) {
    await task.emit(task.build({ type: 'abort' }));
    return { kind: 'aborted' };
  }
  await task.emit(task.build({ type: 'abort', reason: 'wall time' }));
  const value = elapsed(task);
  return stopAt(task, { kind: 'wall_time', value, cap: limits.maxMs, outcome: 'timed_out' });
}

function elapsed(task: Task): number {
  return task.clock.monotonic() - task.startedAt;
}

async function say(task: Task, text: string): Promise<OmniMessage> {
  const message = task.build({ type: 'text', role: 'user', text, sender: 'harness' });
  await task.emit(message);
  return message;
}
