/** A model that tries to reach past the lines it is shown in: no byte of its own gets to the terminal. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { API_KEY, modelOf, openStage, UNASKED } from './stage.ts';

const EVIL = '\u001b]0;owned\u0007\u001b[2J\u202egnp.exe\u2066\r::set-env::\u009b31m\u200b';

const CALLS = [
  { name: 'write_file', arguments: { path: `a${'\u202e'}txt.sh`, content: EVIL } },
  {
    name: 'exec_command',
    arguments: { command: `printf '\\033[2J\\a\\r\\342\\200\\256'; echo ${API_KEY}; env` },
  },
  { name: `evil${EVIL}`, arguments: { path: EVIL } },
  { name: 'read_file', arguments: { path: EVIL } },
  { name: 'update_plan', arguments: { items: [{ text: EVIL, status: 'in_progress' }] } },
];

it.each([['--verbose'], ['--json']])('%j', async (...detail) => {
  const stage = openStage();
  const { flags } = await modelOf([{ text: EVIL, calls: CALLS }, `${EVIL}\n\n${API_KEY}${EVIL}`]);
  const run = await stage.run(['run', `do${EVIL} it`, ...flags, ...UNASKED, ...detail], {
    env: { PENGUIN_API_KEY: API_KEY },
  });
  const printed = run.stdout + run.stderr;
  expect(printed).not.toMatch(/(?![\n\t])[\p{Cc}\p{Cf}]/u);
  expect(printed).not.toContain(API_KEY);
  expect(run.code).toBe(0);
  if (detail[0] !== '--json') return;
  const { traceFile, changedFiles } = JSON.parse(run.stdout);
  expect(readFileSync(traceFile, 'utf8')).not.toContain(API_KEY);
  expect(changedFiles).toMatchObject([{ path: 'a\u202etxt.sh' }]);
});
