import type { ApprovalAnswer, ApproveFn, OmniMessage, ToolCallPayload } from '../omnimessage/index.ts';
import { ABORTED, untilAborted } from './abort.ts';
import type { Task } from './task.ts';

export interface Approval {
  decision: ApprovalAnswer;
  by?: string;
  reason?: string;
}

/**
 * Asks once about a call and records the answer before anything follows from it. Nobody to ask, or an answer that throws, is a
 * denial; an answer that never comes does not outlive an abort, and then nothing is recorded.
 */
export async function decide(
  task: Task,
  call: OmniMessage<ToolCallPayload>,
): Promise<Approval | typeof ABORTED> {
  const answer = await untilAborted(task.interruption, ask(task.approve, call));
  if (answer === ABORTED) return ABORTED;
  await task.emit(
    task.build({
      type: 'approval_decision',
      tool_call_id: call.payload.tool_call_id,
      decision: answer.decision,
      ...(answer.by === undefined ? {} : { by: answer.by }),
      ...(answer.reason === undefined ? {} : { reason: answer.reason }),
    }),
  );
  return task.signal.aborted ? ABORTED : answer;
}

async function ask(approve: ApproveFn | undefined, call: OmniMessage<ToolCallPayload>): Promise<Approval> {
  if (approve === undefined) return { decision: 'deny' };
  try {
    const answer = await approve(call);
    return typeof answer === 'string' ? { decision: answer } : answer;
  } catch (error) {
    return { decision: 'deny', reason: `Tool call denied: the approval failed (${String(error)}).` };
  }
}
