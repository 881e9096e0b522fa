import { createBuild, type OmniMessage } from '../../core/omnimessage/index.ts';

const USAGE = { cache_read: 10, cache_write: 0, output: 5, total: 40 };

/** A Session of nine turns: every kind of text that can make a line hard to read back. */
export function sampleMessages(): OmniMessage[] {
  const build = createBuild(() => new Date('2026-11-30T12:00:00.000Z'));
  const meta = build({
    type: 'session_meta',
    schema_version: 1,
    session_id: 's1',
    provider: 'scripted',
    model_id: 'm',
    model_context_window: 'unknown',
    system_prompt: 'Be\nbrief.',
    agent_state: '.github/penguin',
    workspace: '.',
  });
  const turns = Array.from({ length: 9 }, (_, turn) => [
    build({ type: 'request_begin' }),
    build({
      type: 'text',
      role: 'assistant',
      text: `Zeile ${turn}: "ü", 企鹅 🐧, \u2028, \ud800, \\n`,
      fidelity: { sum: 'x' },
    }),
    build({
      type: 'tool_call',
      role: 'assistant',
      name: 'grep',
      arguments: `{"n":${turn}}`,
      tool_call_id: `c${turn}`,
    }),
    build({ type: 'approval_decision', decision: 'allow', tool_call_id: `c${turn}` }),
    build({ type: 'tool_call_output', role: 'user', output: 'one\r\ntwo\n', tool_call_id: `c${turn}` }),
    build({ type: 'token_usage', session: USAGE, request: USAGE }),
    build({ type: 'request_end', status: 'completed' }),
  ]);
  return [meta, ...turns.flat()];
}
