import type { OmniMessage, StopReason, ToolCallOutputPayload } from '../omnimessage/index.ts';
import type { Task } from './task.ts';

/** Emits an output that no tool made (a denial, a failure of the Environment itself), framed like every other. */
export async function emitOutput(
  task: Task,
  toolCallId: string,
  output: string,
  stopReason: StopReason,
): Promise<OmniMessage<ToolCallOutputPayload>> {
  const partial = { type: 'partial_tool_call_output', role: 'user', tool_call_id: toolCallId } as const;
  await task.emit(task.build({ ...partial, event_type: 'start' }));
  await task.emit(task.build({ ...partial, event_type: 'delta', output }));
  await task.emit(task.build({ ...partial, event_type: 'stop' }));
  const complete = task.build({
    type: 'tool_call_output',
    role: 'user',
    output,
    tool_call_id: toolCallId,
    stop_reason: stopReason,
  });
  await task.emit(complete);
  return complete;
}
