/** A cancel as the runner does it (SIGINT, 7.5 s, SIGTERM, 2.5 s, SIGKILL) at the places where it hurts most. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readTrace } from '../../core/trace/index.ts';
import { TURNS } from '../main-job/date-repository.ts';
import type { MainJob } from '../main-job/set-up.ts';
import { startRawServer } from '../model/raw-sse.ts';
import type { ActionRun } from '../runner/action-run.ts';
import { expectTidy, sceneOf } from './stage.ts';

/** What every cancelled run leaves: one finished comment, a whole trace with an ending, a free Thread, no process. */
async function expectFinished(job: MainJob, run: ActionRun): Promise<void> {
  expect(run.conclusion).toBe('cancelled');
  const comments = job.ownComments();
  expect(comments).toHaveLength(1);
  expect(comments[0]).toMatch(/\*\*(Cancelled|Done)\*\*/);
  expect(comments[0]).not.toContain('is working');
  const traceFile = run.outputs['trace-file'] || JSON.parse(run.state.session ?? '{}').traceFile;
  const { messages, complete } = await readTrace(traceFile);
  expect(complete).toBe(true);
  expect(messages.at(-1)?.payload.type).toBe('outcome');
  const ref = await job.repository.ref('refs/penguin/threads/1');
  expect(JSON.parse((await job.repository.file('state.json', ref)) ?? '')).toMatchObject({ active: null });
  expectTidy(run);
}

/** Cancels once an operation has had its effect at GitHub; its answer never comes. */
async function cancelAfter(job: MainJob, operation: string): Promise<ActionRun> {
  return cancelIn(job, operation, async (proceed) => void (await proceed()));
}

/** Cancels when an operation reaches GitHub, before it has any effect; it never has one, and no answer comes. */
async function cancelBefore(job: MainJob, operation: string): Promise<ActionRun> {
  return cancelIn(job, operation, async () => undefined);
}

async function cancelIn(
  job: MainJob,
  operation: string,
  effect: (proceed: () => Promise<unknown>) => Promise<void>,
): Promise<ActionRun> {
  let reached: () => void = () => undefined;
  const arrived = new Promise<void>((resolve) => {
    reached = resolve;
  });
  job.github.intercept({ operation, times: 1 }, async (_, proceed) => {
    await effect(proceed);
    reached();
    return new Promise(() => undefined);
  });
  const started = await job.start();
  await arrived;
  started.cancel();
  return started.finished;
}

it('during a model stream', async () => {
  const model = await startRawServer([
    {
      headers: { 'content-type': 'text/event-stream' },
      steps: ['data: {"choices":[{"index":0,"delta":{"role":"assistant","content":"I think"}}]}\n\n'],
      last: 'stay',
    },
  ]);
  const job = await sceneOf({ inputs: { 'base-url': model.url } });
  const started = await job.start();
  await expect.poll(() => model.requests.length, { timeout: 15_000 }).toBe(1);
  started.cancel();
  const run = await started.finished;
  await model.stop();
  await expectFinished(job, run);
  expect(run).toMatchObject({ exitCode: 130, outputs: { outcome: 'cancelled' } });
});

it('during a tool that ignores every signal it can', async () => {
  const command = 'trap "" INT TERM; echo $$ > started; while :; do sleep 0.1; done';
  const job = await sceneOf({
    turns: [{ calls: [{ name: 'exec_command', arguments: { command } }] }, 'Done.'],
  });
  const started = await job.start();
  await expect.poll(() => existsSync(join(job.workspace, 'started')), { timeout: 15_000 }).toBe(true);
  started.cancel();
  const run = await started.finished;
  await expectFinished(job, run);
  expect(run.outputs.outcome).toBe('cancelled');
});

describe.each([
  { when: 'before its effect', cancelAt: cancelBefore, hasEffect: false },
  { when: 'after its effect, before the answer', cancelAt: cancelAfter, hasEffect: true },
])('$when:', ({ cancelAt, hasEffect }) => {
  it('an edit of the live comment', async () => {
    const slow = { calls: [{ name: 'exec_command', arguments: { command: 'sleep 30' } }] };
    const job = await sceneOf({ turns: [slow, 'Done.'] });
    const run = await cancelAt(job, 'issues/update-comment');
    await expectFinished(job, run);
    expect(run.outputs.outcome).toBe('cancelled');
  });

  it('the push, and the comment names the branch if there is one', async () => {
    const job = await sceneOf();
    const run = await cancelAt(job, 'git/git-receive-pack');
    await expectFinished(job, run);
    const pushed = Object.keys(await job.repository.refs('refs/heads/penguin/'));
    expect(pushed).toHaveLength(hasEffect ? 1 : 0);
    expect(job.ownComments()[0]?.includes('[compare]')).toBe(hasEffect);
  });

  it('the creation of the pull request', async () => {
    const job = await sceneOf();
    const run = await cancelAt(job, 'pulls/create');
    await expectFinished(job, run);
    expect(Object.keys(await job.repository.refs('refs/heads/penguin/'))).toHaveLength(1);
    expect(run.outputs.outcome).toBe(hasEffect ? 'changed' : 'cancelled');
  });
});

it('by a kill at once: the last phase finishes what the main one left', async () => {
  const command = 'echo $$ > started; sleep 30';
  const job = await sceneOf({
    turns: [TURNS[0] ?? '', { calls: [{ name: 'exec_command', arguments: { command } }] }],
  });
  const started = await job.start();
  await expect.poll(() => existsSync(join(job.workspace, 'started')), { timeout: 15_000 }).toBe(true);
  started.kill();
  const run = await started.finished;
  expect(job.ownComments()).toEqual([expect.stringContaining('**Cancelled**')]);
  const { traceFile } = JSON.parse(run.state.session ?? '{}');
  expect((await readTrace(traceFile)).messages.at(-1)?.payload).toMatchObject({
    type: 'outcome',
    kind: 'cancelled',
  });
});

it('frees a Thread whose run died without a word, when the next command finds it over', async () => {
  const command = 'echo $$ > started; sleep 30';
  const turns = [{ calls: [{ name: 'exec_command', arguments: { command } }] }, 'Answered now.'];
  const job = await sceneOf({ turns });
  const started = await job.start();
  await expect.poll(() => existsSync(join(job.workspace, 'started')), { timeout: 15_000 }).toBe(true);
  started.kill('nothing');
  await started.finished;
  job.repository.completeRun(started.run, 'failure');
  const next = await job.run({ event: job.say('/penguin is it fine now?') });
  expect(next.outputs.outcome).toBe('answered');
  expect(job.ownComments().at(-1)).toContain('Answered now.');
});
