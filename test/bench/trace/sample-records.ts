import { createBuild, type OmniMessage } from '../../../core/omnimessage/index.ts';

/** The records of so many turns as a Session keeps them: short events, remarks, calls, and outputs of a screen or two. */
export function sampleRecords(turns: number): OmniMessage[] {
  const build = createBuild(() => new Date('2026-11-30T12:00:00.000Z'));
  return Array.from({ length: turns }, (_, turn) => recordsOf(turn, build)).flat();
}

function recordsOf(turn: number, build: ReturnType<typeof createBuild>): OmniMessage[] {
  const tool_call_id = `call_${turn}`;
  const output = `${turn}: export function dayOf(moment) { return "2026-11-30"; }\n`.repeat(1 + (turn % 60));
  const usage = { cache_read: 100 * turn, cache_write: 0, output: 40 * turn, total: 140 * turn };
  return [
    build({ type: 'request_begin' }),
    build({
      type: 'text',
      role: 'assistant',
      text: `I look at file ${turn} before I change anything. `.repeat(4),
    }),
    build({
      type: 'tool_call',
      role: 'assistant',
      name: 'read_file',
      arguments: JSON.stringify({ path: `src/part-${turn}/date.ts`, offset: turn }),
      tool_call_id,
    }),
    build({ type: 'approval_decision', tool_call_id, decision: 'allow' }),
    build({ type: 'token_usage', request: usage, session: usage }),
    build({ type: 'request_end', status: 'completed' }),
    build({ type: 'tool_call_output', role: 'user', output, tool_call_id, stop_reason: 'completed' }),
  ];
}
