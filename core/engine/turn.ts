import type { LLMOutcome, OmniMessage } from '../omnimessage/index.ts';
import type { SettledCall } from './calls.ts';
import { describeAttempts } from './reconnect.ts';
import { request } from './request.ts';
import type { Task } from './task.ts';

export type TurnEnd =
  /** No tool was called: the model has answered. `cut` says that the answer hit the output cap. */
  | { kind: 'answered'; cut: boolean }
  /** Tools were called; their outputs, in call order, are the next Request's input. */
  | { kind: 'called'; outputs: OmniMessage[] }
  | { kind: 'failed'; outcome: LLMOutcome; pending: OmniMessage[] }
  /** `pending` carries over to the next run, in memory only. */
  | { kind: 'aborted'; pending: OmniMessage[] };

/** One Request and its tool calls. */
export async function takeTurn(task: Task, input: OmniMessage[]): Promise<TurnEnd> {
  const end = await request(task, input);
  switch (end.kind) {
    case 'failed':
      return { kind: 'failed', outcome: end.outcome, pending: input };
    case 'aborted':
      return { kind: 'aborted', pending: [...input, ...interruptedTurn(task, end.produced)] };
    case 'committed': {
      const settled = await end.calls.settled();
      const outputs = settled.map((call) => call.output ?? interruptedCall(task, call));
      if (task.signal.aborted) return { kind: 'aborted', pending: outputs };
      return settled.length === 0 ? { kind: 'answered', cut: end.cut } : { kind: 'called', outputs };
    }
  }
}

/** The turn was not committed: the next run sends its input again, and tells what had been produced. */
function interruptedTurn(task: Task, produced: OmniMessage[]): OmniMessage[] {
  const text = describeAttempts('turn_aborted', produced);
  return text === '' ? [] : [task.build({ type: 'text', role: 'user', text, sender: 'harness' })];
}

/** The turn was committed: every call needs an output, or the model would refuse the history. */
function interruptedCall(task: Task, { call }: SettledCall): OmniMessage {
  return task.build({
    type: 'tool_call_output',
    role: 'user',
    output: '[interrupted: tool aborted by user]',
    tool_call_id: call.payload.tool_call_id,
    stop_reason: 'aborted',
  });
}
