import { describe, expect, it } from 'vitest';
import { cancelRun, countActiveRuns } from '../../core/github/index.ts';
import { runState } from '../../core/github/workflow-run.ts';
import { jsonAnswer } from '../github/wire.ts';
import { openStage } from './stage.ts';

const { signal: WHOLE } = new AbortController();

const BROKEN = jsonAnswer(502, { message: 'Server Error' });
const BLIND = { permissions: { contents: 'write' } } as const;

async function withRun() {
  const stage = await openStage({ private: true });
  const add = () =>
    stage.repository.addRun({ workflow: 'penguin.yml', event: 'issue_comment', actor: 'octo' });
  return { ...stage, add, run: await add() };
}

describe('a run', () => {
  it('is active from the moment it is queued, with its attempt', async () => {
    const { github, run, repository } = await withRun();
    expect(await runState(github, run.id)).toEqual({ kind: 'active', attempt: 1 });
    repository.startRun(run);
    run.attempt = 3;
    expect(await runState(github, run.id)).toEqual({ kind: 'active', attempt: 3 });
  });

  it.each(['success', 'failure', 'cancelled'] as const)('is over with %s', async (conclusion) => {
    const { github, run, repository } = await withRun();
    repository.completeRun(run, conclusion);
    expect(await runState(github, run.id)).toEqual({ kind: 'over' });
  });

  it('that somebody has deleted is over', async () => {
    const { github } = await withRun();
    expect(await runState(github, 1)).toEqual({ kind: 'over' });
  });

  it('that we may not look at is unknown, with the reason', async () => {
    const { as, run } = await withRun();
    const state = await runState(as(BLIND), run.id);
    expect(state).toMatchObject({ kind: 'unknown', reason: expect.stringContaining('403') });
  });

  it('that GitHub cannot show is unknown', async () => {
    const { github, loopback, run } = await withRun();
    loopback.intercept({ operation: 'actions/get-workflow-run' }, async () => BROKEN);
    expect((await runState(github, run.id)).kind).toBe('unknown');
  });
});

describe('the cancellation of a run', () => {
  it('tells the run', async () => {
    const { github, run } = await withRun();
    expect(await cancelRun(github, run.id)).toEqual({ kind: 'cancelled' });
    expect(run.conclusion).toBe('cancelled');
  });

  it('comes too late for a run that is over or gone', async () => {
    const { github, run, repository } = await withRun();
    repository.completeRun(run, 'success');
    expect(await cancelRun(github, run.id)).toEqual({ kind: 'over' });
    expect(await cancelRun(github, 1)).toEqual({ kind: 'over' });
  });

  it('is refused without the permission, and the run goes on', async () => {
    const { as, run } = await withRun();
    expect(await cancelRun(as(BLIND), run.id)).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('actions: write'),
    });
    expect(run.status).not.toBe('completed');
  });
});

describe('how many runs share the budget', () => {
  it('is how many of the workflow are at work', async () => {
    const { github, run, repository, add } = await withRun();
    for (const active of [run, await add(), await add()]) repository.startRun(active);
    repository.completeRun(await add(), 'success');
    expect(await countActiveRuns(github, 'penguin.yml', WHOLE)).toBe(3);
  });

  it('is one at least', async () => {
    const { github } = await withRun();
    expect(await countActiveRuns(github, 'penguin.yml', WHOLE)).toBe(1);
  });

  it('is one when GitHub does not say', async () => {
    const { github, as, loopback } = await withRun();
    expect(await countActiveRuns(as(BLIND), 'penguin.yml', WHOLE)).toBe(1);
    expect(await countActiveRuns(github, 'unknown.yml', WHOLE)).toBe(1);
    loopback.intercept({ operation: 'actions/list-workflow-runs' }, async () => BROKEN);
    expect(await countActiveRuns(github, 'penguin.yml', WHOLE)).toBe(1);
  });

  it('is one, unasked, when the workflow is not known', async () => {
    const { github, loopback } = await withRun();
    expect(await countActiveRuns(github, '', WHOLE)).toBe(1);
    expect(loopback.requests).toEqual([]);
  });
});
