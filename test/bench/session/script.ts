import type { ScriptedTurn } from '../../../core/llm/index.ts';

/** What is said beside each call; the scripted model gives it out word by word. */
const REMARK =
  'I look at the function and at its test before I change anything: the failure names a day that is one too late, so the time zone is the first thing to check. Next step.';

export type TurnTool = 'noop' | 'long' | 'true';

const CALLS = {
  noop: { call: 'noop' },
  long: { call: 'long' },
  true: { call: 'exec_command', arguments: { command: 'true' } },
};

/** A Task of `count` turns that each call the tool, and one that answers. */
export function turnsWith(tool: TurnTool, count: number): ScriptedTurn[] {
  const turn: ScriptedTurn = [{ text: REMARK }, CALLS[tool]];
  return [...Array.from({ length: count }, () => turn), 'Done.'];
}

/** One answer of `count` deltas. */
export function answerOf(count: number): ScriptedTurn[] {
  return [[{ text: Array.from({ length: count }, (_, index) => `word${index % 10} `) }]];
}
