/** A stop at the places where it hurts: once it ends cleanly, twice it ends now; neither leaves a process or a broken record. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readTrace } from '../../core/trace/index.ts';
import { type RawServer, startRawServer } from '../model/raw-sse.ts';
import { flagsFor, modelOf, openStage, type StartedRun, type TerminalStage, UNASKED } from './stage.ts';

const STUBBORN = 'trap "" INT TERM HUP; echo $$ > started; while :; do sleep 0.1; done';

async function inStream(stage: TerminalStage): Promise<{ model: RawServer; run: StartedRun }> {
  const delta = { choices: [{ index: 0, delta: { role: 'assistant', content: 'I think' } }] };
  const model = await startRawServer([{ steps: [`data: ${JSON.stringify(delta)}\n\n`], last: 'stay' }]);
  const run = stage.start(['run', 'x', ...flagsFor(model.url), ...UNASKED]);
  await expect.poll(() => model.requests.length, { timeout: 20_000 }).toBe(1);
  return { model, run };
}

async function inTool(stage: TerminalStage): Promise<StartedRun> {
  const first = { name: 'write_file', arguments: { path: 'a.txt', content: 'a\n' } };
  const second = { name: 'exec_command', arguments: { command: STUBBORN } };
  const { flags } = await modelOf([{ calls: [first] }, { calls: [second] }, 'Never said.']);
  const run = stage.start(['run', 'x', ...flags, ...UNASKED]);
  await expect.poll(() => existsSync(join(stage.repository, 'started')), { timeout: 20_000 }).toBe(true);
  return run;
}

async function traceOf(stage: TerminalStage) {
  const [project = ''] = readdirSync(stage.home);
  const traces = join(stage.home, project, 'agents/default/traces');
  const [file = ''] = readdirSync(traces);
  return readTrace(join(traces, file));
}

it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('%s during a model stream', async (signal) => {
  const stage = openStage();
  const { model, run } = await inStream(stage);
  run.child.kill(signal);
  const { code, stdout, stderr } = await run.finished;
  await model.stop();
  expect({ code, stderr }).toEqual({ code: 130, stderr: '' });
  expect(stdout).toMatch(/^■ Cancelled: The run was cancelled before the task was done {2}1 turn/m);
  const { messages, complete } = await traceOf(stage);
  expect(complete).toBe(true);
  expect(messages.at(-1)?.payload).toMatchObject({ type: 'outcome', kind: 'cancelled' });
});

it('once in a tool that ignores every signal it can: it is ended, and what was done is told', async () => {
  const stage = openStage();
  const run = await inTool(stage);
  run.child.kill('SIGINT');
  const { code, stdout } = await run.finished;
  expect(code).toBe(130);
  expect(stdout).toMatch(/^ {2}a\.txt \+1$/m);
  expect(stdout).toMatch(/^■ Cancelled/m);
  expect(stage.orphans()).toEqual([]);
  expect((await traceOf(stage)).messages.at(-1)?.payload).toMatchObject({ kind: 'cancelled' });
});

it('twice in such a tool: it is killed at once, and the record can be read', async () => {
  const stage = openStage();
  const run = await inTool(stage);
  // Two signals that come together are one: the second waits until the first was taken.
  run.child.stdout?.on('data', (text: string) => {
    if (text.includes('Ctrl-C again stops at once')) run.child.kill('SIGINT');
  });
  run.child.kill('SIGINT');
  const { code, stdout } = await run.finished;
  expect(code).toBe(130);
  expect(stdout).not.toMatch(/^■/m);
  expect(stage.orphans()).toEqual([]);
  const { messages, complete } = await traceOf(stage);
  expect(complete).toBe(true);
  expect(messages.map(({ payload }) => payload.type)).not.toContain('outcome');
});
