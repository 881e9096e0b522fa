import { scriptedModel } from '../../../core/llm/index.ts';
import {
  createBuild,
  is,
  isPartial,
  type OmniMessage,
  type ToolCallPayload,
} from '../../../core/omnimessage/index.ts';
import { turnsWith } from '../session/script.ts';
import { systemClock } from '../session/system-clock.ts';
import { bareTool } from './bare-tool.ts';
import { openBareTrace } from './bare-trace.ts';
import { playTasks, type TurnsInput } from './task-rounds.ts';
import { TURNS, type TurnTimes, watchTurns } from './turn-times.ts';

const build = createBuild(systemClock.now);

/**
 * The floor: a loop that consumes the same model, writes the same messages with a sync at the same points, and runs the same tool.
 * It has no approvals, no aborts, no retries, no limits, no redaction and no sums, which is what the product's part is for.
 */
export function bareTurns(input: TurnsInput): Promise<TurnTimes[]> {
  return playTasks(input, (folder) => playTask(input, folder));
}

async function playTask({ tool }: TurnsInput, folder: string): Promise<TurnTimes> {
  const model = scriptedModel(turnsWith(tool, TURNS), { clock: systemClock, build });
  const trace = openBareTrace(folder);
  const watch = watchTurns();
  const order = build({ type: 'text', role: 'user', text: 'Fix the failing date test.', sender: 'user' });
  await trace.record(build({ type: 'text', role: 'user', text: 'session' }));
  await trace.record(order);
  await trace.record(build({ type: 'tool_list_ready', tools: [{ name: tool, description: tool }] }));

  async function request(input: OmniMessage[]): Promise<OmniMessage<ToolCallPayload> | undefined> {
    let call: OmniMessage<ToolCallPayload> | undefined;
    for await (const message of model.streamGenerate({ newMessages: input })) {
      if (isPartial(message)) continue;
      await trace.record(message);
      if (is(message, 'tool_call')) call = message;
    }
    return call;
  }

  let input: OmniMessage[] = [order];
  for (;;) {
    watch.turnBegins();
    await trace.record(build({ type: 'request_begin' }));
    const call = await request(input);
    if (call !== undefined) {
      const { tool_call_id } = call.payload;
      await trace.record(build({ type: 'approval_decision', tool_call_id, decision: 'allow' }));
    }
    await trace.record(build({ type: 'request_end', status: 'completed' }));
    if (call === undefined) break;
    input = [await answer(call)];
    for (const output of input) await trace.record(output);
  }
  trace.close();
  return watch.times(trace.records());
}

async function answer({ payload }: OmniMessage<ToolCallPayload>): Promise<OmniMessage> {
  const output = await bareTool(payload);
  const { tool_call_id } = payload;
  return build({ type: 'tool_call_output', role: 'user', output, tool_call_id, stop_reason: 'completed' });
}
