import { describe, expect, it } from 'vitest';
import { type GitHub, type Holder, openThreadRef } from '../../core/github/index.ts';
import { jsonAnswer } from '../github/wire.ts';
import type { WorkflowRun } from '../github/world/state.ts';
import { openStage } from './stage.ts';

const THREAD = 7;
const BROKEN = jsonAnswer(502, { message: 'Server Error' });

function holder(runId: number, given: Partial<Holder> = {}): Holder {
  const since = '2026-11-30T12:00:00.000Z';
  return { sessionId: `session-${runId}`, runId, runAttempt: 1, title: 'fix it', since, ...given };
}

const lock = (github: GitHub, commentId: number, by: Holder) =>
  openThreadRef(github, THREAD).claim({ commentId, holder: by, lock: true });

/** A Thread that a run holds for comment 1. */
async function heldThread() {
  const stage = await openStage();
  const run = await stage.repository.addRun({
    workflow: 'penguin.yml',
    event: 'issue_comment',
    actor: 'octo',
  });
  stage.repository.startRun(run);
  expect(await lock(stage.github, 1, holder(run.id))).toEqual({ kind: 'claimed' });
  const held = async () => (await openThreadRef(stage.github, THREAD).state()).active?.runId;
  return { ...stage, run, held };
}

describe('of runs that come at once', () => {
  it('for one comment, twelve of them, exactly one takes it, and the others are duplicates', async () => {
    const { github } = await openStage();
    const claims = await Promise.all(
      Array.from({ length: 12 }, (_, index) => lock(github, 1, holder(100 + index))),
    );
    expect(claims.filter(({ kind }) => kind === 'claimed')).toHaveLength(1);
    expect(claims.filter(({ kind }) => kind === 'duplicate')).toHaveLength(11);
    const winner = claims.findIndex(({ kind }) => kind === 'claimed');
    expect((await openThreadRef(github, THREAD).state()).active?.runId).toBe(100 + winner);
  });

  it('for comments of their own exactly one takes the Thread, and the others are told who', async () => {
    const { github, repository } = await openStage();
    const runs = await Promise.all(
      Array.from({ length: 6 }, () =>
        repository.addRun({ workflow: 'penguin.yml', event: 'issue_comment', actor: 'octo' }),
      ),
    );
    const claims = await Promise.all(runs.map((run, index) => lock(github, index + 1, holder(run.id))));
    const winner = runs[claims.findIndex(({ kind }) => kind === 'claimed')];
    expect(claims.filter(({ kind }) => kind === 'claimed')).toHaveLength(1);
    for (const claim of claims.filter(({ kind }) => kind !== 'claimed')) {
      expect(claim).toMatchObject({ kind: 'busy', holder: { runId: winner?.id } });
    }
    const { claimed } = await openThreadRef(github, THREAD).state();
    expect(claimed.map(({ runId }) => runId)).toEqual([winner?.id]);
  });
});

describe('a claim whose answer is lost', () => {
  it.each(['git/create-ref', 'git/update-ref'])('after the effect of %s is done, once', async (operation) => {
    const { github, loopback, repository } = await openStage();
    if (operation === 'git/update-ref') await lock(github, 1, holder(100));
    if (operation === 'git/update-ref') await openThreadRef(github, THREAD).release('session-100');
    loopback.intercept({ operation }, async (_, proceed) => {
      await proceed();
      return BROKEN;
    });
    expect(await lock(github, 2, holder(200))).toEqual({ kind: 'claimed' });
    const log = await repository.git.text(['log', '--format=%s', `refs/penguin/threads/${THREAD}`]);
    expect(log.match(/lock for comment 2/g)).toHaveLength(1);
  });
});

describe('a holder', () => {
  it('whose run goes on keeps the Thread', async () => {
    const { github, run, held } = await heldThread();
    expect(await lock(github, 2, holder(999))).toMatchObject({ kind: 'busy', holder: { runId: run.id } });
    expect(await held()).toBe(run.id);
  });

  it.each<[string, (run: WorkflowRun, complete: () => void) => void]>([
    ['is completed', (_, complete) => complete()],
    ['has a later attempt', (run) => Object.assign(run, { attempt: 2 })],
    ['is gone', (run) => run.repository.runs.delete(run.id)],
  ])('whose run %s is replaced', async (_, end) => {
    const { github, repository, run, held } = await heldThread();
    end(run, () => repository.completeRun(run, 'failure'));
    expect(await lock(github, 2, holder(999))).toEqual({ kind: 'claimed' });
    expect(await held()).toBe(999);
  });

  it('whose run we may not look at keeps the Thread', async () => {
    const { as, repository, run, held } = await heldThread();
    // Who may read the run of a private repository is what its token says.
    repository.private = true;
    repository.completeRun(run, 'success');
    const blind = as({ permissions: { contents: 'write' } });
    expect(await lock(blind, 2, holder(999))).toMatchObject({ kind: 'busy' });
    expect(await held()).toBe(run.id);
  });

  it('whose run GitHub cannot show now keeps the Thread', async () => {
    const { github, loopback, run, held } = await heldThread();
    loopback.intercept({ operation: 'actions/get-workflow-run' }, async () => BROKEN);
    expect(await lock(github, 2, holder(999))).toMatchObject({ kind: 'busy' });
    expect(await held()).toBe(run.id);
  });

  it('that is dead has one heir, though many come at once', async () => {
    const { github, repository, run } = await heldThread();
    repository.completeRun(run, 'failure');
    const heirs = await Promise.all(
      Array.from({ length: 4 }, () =>
        repository.addRun({ workflow: 'penguin.yml', event: 'issue_comment', actor: 'octo' }),
      ),
    );
    const claims = await Promise.all(heirs.map(({ id }, index) => lock(github, index + 2, holder(id))));
    expect(claims.map(({ kind }) => kind).sort()).toEqual(['busy', 'busy', 'busy', 'claimed']);
  });
});

describe('a run that is run again', () => {
  it('takes its comment and its Thread again', async () => {
    const { github, run } = await heldThread();
    const again = holder(run.id, { sessionId: 'again', runAttempt: 2 });
    expect(await lock(github, 1, again)).toEqual({ kind: 'claimed' });
    const { active, claimed } = await openThreadRef(github, THREAD).state();
    expect(active).toEqual(again);
    expect(claimed).toEqual([{ commentId: 1, runId: run.id, runAttempt: 2 }]);
  });

  it('does not take what another run has taken', async () => {
    const { github } = await heldThread();
    expect(await lock(github, 1, holder(999, { runAttempt: 2 }))).toEqual({
      kind: 'duplicate',
      working: true,
    });
  });
});

describe('what a holder notes', () => {
  it('stands in the state until it lets go', async () => {
    const { github, run } = await heldThread();
    const ref = openThreadRef(github, THREAD);
    await ref.recordLiveComment(`session-${run.id}`, 4711);
    expect((await ref.state()).active?.commentId).toBe(4711);
    await ref.release(`session-${run.id}`);
    expect(await ref.state()).toMatchObject({ active: null, claimed: [{ commentId: 1 }] });
  });

  it('is nothing to a Thread that somebody else holds by now', async () => {
    const { github, loopback, held, run } = await heldThread();
    const ref = openThreadRef(github, THREAD);
    const before = loopback.requests.length;
    await ref.recordLiveComment('session-old', 4711);
    await ref.release('session-old');
    expect(await held()).toBe(run.id);
    expect(loopback.requests.slice(before).filter(({ method }) => method !== 'GET')).toEqual([]);
  });
});

it('a state that a newer version wrote stops the claim, and is left as it is', async () => {
  const { github, repository } = await openStage();
  await repository.commit({
    branch: 'newer',
    files: { 'state.json': '{"version":2,"locks":{}}', 'README.md': null },
  });
  await repository.git.text(['update-ref', `refs/penguin/threads/${THREAD}`, 'refs/heads/newer']);
  const before = await repository.ref(`refs/penguin/threads/${THREAD}`);
  await expect(lock(github, 1, holder(100))).rejects.toThrow(/version 2: .*update the action/);
  expect(await repository.ref(`refs/penguin/threads/${THREAD}`)).toBe(before);
});
