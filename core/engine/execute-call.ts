import {
  is,
  type OmniMessage,
  type ToolCallOutputPayload,
  type ToolCallPayload,
} from '../omnimessage/index.ts';
import { type ABORTED, withGrace } from './abort.ts';
import { emitOutput } from './emit-output.ts';
import type { Task } from './task.ts';

export type CallOutput = OmniMessage<ToolCallOutputPayload>;

/**
 * Runs an allowed call and passes its messages on. The Environment promises exactly one complete output; one that breaks the promise
 * gets a failed output in its place, and a second output is dropped, so that every call has exactly one.
 */
export async function executeCall(
  task: Task,
  call: OmniMessage<ToolCallPayload>,
): Promise<CallOutput | typeof ABORTED> {
  return withGrace(task.clock, task.interruption, consume(task, call));
}

async function consume(task: Task, call: OmniMessage<ToolCallPayload>): Promise<CallOutput> {
  const { tool_call_id: id } = call.payload;
  const stop = new AbortController();
  const forget = task.interruption.onAbort(() => stop.abort(task.signal.reason));
  let output: CallOutput | undefined;
  let failure = 'The tool ended without an output.';
  try {
    const request = {
      toolCall: call,
      signal: stop.signal,
      ...(task.approve === undefined ? {} : { approve: task.approve }),
    };
    for await (const message of task.environment.executeTool(request)) {
      const own =
        is(message, 'tool_call_output') && message.payload.tool_call_id === id ? message : undefined;
      if (own !== undefined && output !== undefined) continue;
      output ??= own;
      await task.emit(message);
    }
  } catch (error) {
    failure = `The tool failed: ${String(error)}`;
  } finally {
    forget();
  }
  return output ?? emitOutput(task, id, failure, 'failed');
}
