import { type ContextEngine, createSteering, type TaskEnd } from '../engine/index.ts';
import {
  type ApproveFn,
  type Build,
  type EnvironmentInterface,
  isCommitPoint,
  isRecorded,
  type OmniMessage,
  type Outcome,
  type Payload,
  type Redact,
  type TraceSink,
} from '../omnimessage/index.ts';
import { redactInput, redactRecord } from './redact-message.ts';

export interface RunOptions {
  /** Asked once for each tool call; without it every call is denied. */
  approve?: ApproveFn;
  /** Aborts the Task. */
  signal?: AbortSignal;
}

/** One conversation: its messages, its record and its tools. */
export interface Session {
  readonly id: string;
  /** Path of the record. */
  readonly traceFile: string;
  readonly environment: EnvironmentInterface;
  /**
   * One Task. Yields everything that is said and done, in the order in which the trace keeps it, and returns how the Task
   * ended. A commit point is on disk before the engine goes on.
   */
  run(newMessages: OmniMessage[], options?: RunOptions): AsyncGenerator<OmniMessage, TaskEnd>;
  /**
   * Tells the Task that runs something more: user messages, delivered together with the next Request's input, once. False when no Task
   * runs that could still deliver them; nothing is kept then. What was taken in and could not be delivered is in the Task's end.
   */
  steer(messages: readonly OmniMessage[]): boolean;
  /** Whether `steer` would take something in now. */
  steerable(): boolean;
  /** Records how the run ended; it is on disk when this resolves. */
  end(outcome: Outcome): Promise<OmniMessage>;
  /** Ends every process of the Session and closes its record. Idempotent. */
  dispose(): Promise<void>;
}

export interface SessionParts {
  id: string;
  traceFile: string;
  engine: ContextEngine;
  environment: EnvironmentInterface;
  trace: TraceSink;
  build: Build;
  redact: Redact;
  /** What the Session is; the first message of its record. */
  meta: Extract<Payload, { type: 'session_meta' }>;
}

export function createSessionFrom(parts: SessionParts): Session {
  const { engine, environment, trace, build, redact } = parts;
  const steering = createSteering();
  let opened = false;

  async function record<M extends OmniMessage>(message: M): Promise<M> {
    if (!isRecorded(message)) return message;
    const safe = redactRecord(message, redact);
    trace.append(safe);
    if (isCommitPoint(safe)) await trace.commit();
    return safe;
  }

  /** What a trace begins with: who speaks, the prompt, and the tools that the model is offered. */
  async function* open(prompt: OmniMessage[]): AsyncGenerator<OmniMessage> {
    const first = !opened;
    opened = true;
    if (first) yield await record(build(parts.meta));
    for (const message of prompt) yield await record(message);
    if (first) yield await record(build({ type: 'tool_list_ready', tools: await environment.listTools() }));
  }

  async function* recorded(
    task: AsyncGenerator<OmniMessage, TaskEnd>,
    leaving: AbortController,
  ): AsyncGenerator<OmniMessage, TaskEnd> {
    try {
      for (;;) {
        const step = await task.next();
        if (step.done === true) return step.value;
        yield await record(step.value);
      }
    } finally {
      // Aborted before it is let go: no tool may start on a decision whose record failed.
      leaving.abort();
      await task.return({ kind: 'aborted' });
    }
  }

  return {
    id: parts.id,
    traceFile: parts.traceFile,
    environment,
    async *run(newMessages, options = {}) {
      const prompt = newMessages.map((message) => redactInput(message, redact));
      const leaving = new AbortController();
      const signal =
        options.signal === undefined ? leaving.signal : AbortSignal.any([options.signal, leaving.signal]);
      const approve = options.approve === undefined ? {} : { approve: denySecrets(options.approve, redact) };
      steering.open();
      try {
        yield* open(prompt);
        return yield* recorded(engine.run(prompt, { signal, steering, ...approve }), leaving);
      } finally {
        steering.close();
      }
    },
    steer: (messages) => steering.offer(messages.map((message) => redactInput(message, redact))),
    steerable: steering.isOpen,
    async end(outcome) {
      const message = await record(build({ type: 'outcome', ...outcome }));
      await trace.commit();
      return message;
    },
    async dispose() {
      await environment.dispose?.();
      await trace.close();
    },
  };
}

/** Arguments are never rewritten: a call whose arguments hold a secret is denied. */
function denySecrets(approve: ApproveFn, redact: Redact): ApproveFn {
  return async (call) => {
    const text = call.payload.arguments;
    if (redact.text(text) === text) return approve(call);
    return { decision: 'deny', reason: 'Tool call denied: its arguments hold a secret of this run.' };
  };
}
