import type { OmniMessage, ToolCallPayload } from '../omnimessage/index.ts';
import { ABORTED } from './abort.ts';
import { type Approval, decide } from './approval.ts';
import { emitOutput } from './emit-output.ts';
import { type CallOutput, executeCall } from './execute-call.ts';
import { createSlots } from './slots.ts';
import type { Task } from './task.ts';

/** Calls of one turn that run at the same time; the rest wait, so that one answer cannot start a hundred processes. */
const MAX_PARALLEL_CALLS = 8;

/** The calls of one Request. */
export interface Calls {
  /** Takes a complete call: it is decided after those before it, and starts at once when allowed. */
  accept(call: OmniMessage<ToolCallPayload>): void;
  /** One output a call, in the order of the calls, whatever the order in which they ended. Missing for calls that an abort cut off. */
  settled(): Promise<SettledCall[]>;
}

export interface SettledCall {
  call: OmniMessage<ToolCallPayload>;
  output: CallOutput | undefined;
}

export function createCalls(task: Task): Calls {
  const slots = createSlots(MAX_PARALLEL_CALLS);
  const outputs: { call: OmniMessage<ToolCallPayload>; output: Promise<CallOutput | typeof ABORTED> }[] = [];
  let decided: Promise<unknown> = Promise.resolve();

  async function answer(
    call: OmniMessage<ToolCallPayload>,
    approval: Approval | typeof ABORTED,
  ): Promise<CallOutput | typeof ABORTED> {
    if (approval === ABORTED) return ABORTED;
    if (approval.decision === 'allow') return slots.run(() => executeCall(task, call));
    const reason = approval.reason ?? 'Tool call denied by user.';
    return emitOutput(task, call.payload.tool_call_id, reason, 'aborted');
  }

  return {
    accept(call) {
      const decision = decided.then(() => decide(task, call));
      decided = decision;
      outputs.push({ call, output: decision.then((approval) => answer(call, approval)) });
    },
    async settled() {
      return Promise.all(
        outputs.map(async ({ call, output }) => {
          const result = await output;
          return { call, output: result === ABORTED ? undefined : result };
        }),
      );
    },
  };
}
