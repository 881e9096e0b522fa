import { expect, test } from 'vitest';
import { githubForTest } from './for-test.ts';
import { demo, octokit } from './octokit.ts';
import type { LoopbackGitHub } from './server.ts';

const actions = { actions: 'write' } as const;
const workflow_id = 'penguin.yml';
const workflow = `on:
  workflow_dispatch:
    inputs:
      session: { required: true }
      mode: { default: run }
`;

async function withWorkflow(): Promise<LoopbackGitHub> {
  const github = await githubForTest();
  const files = { '.github/workflows/penguin.yml': workflow, '.github/workflows/ci.yml': 'on: push\n' };
  await github.addRepository({ ...demo, name: 'demo', files });
  return github;
}

test('a dispatch queues a run with its inputs and tells who listens', async () => {
  const github = await withWorkflow();
  const heard: unknown[] = [];
  github.onDispatch((run) => heard.push({ id: run.id, inputs: run.inputs, actor: run.actor.login }));
  const client = octokit(github, actions);
  const details = { return_run_details: true };
  const given = { ...demo, workflow_id, ref: 'main', inputs: { session: 's1' }, ...details };
  const answer = await client.actions.createWorkflowDispatch(given);
  expect(answer.status).toBe(200);
  const { workflow_run_id: id } = answer.data as unknown as { workflow_run_id: number };
  expect(heard).toEqual([{ id, inputs: { session: 's1', mode: 'run' }, actor: 'github-actions[bot]' }]);
  expect(github.repository('octo/demo').run(id).status).toBe('queued');
});

test('a dispatch that the workflow does not take is refused', async () => {
  const client = octokit(await withWorkflow(), actions);
  const dispatch = (file: string, inputs: Record<string, string>, ref = 'main') =>
    client.actions.createWorkflowDispatch({ ...demo, workflow_id: file, ref, inputs });
  const refused = (message: string) => ({ status: 422, message: expect.stringContaining(message) });
  await expect(dispatch(workflow_id, {})).rejects.toMatchObject(
    refused("Required input 'session' not provided"),
  );
  await expect(dispatch(workflow_id, { session: 'x', evil: 'y' })).rejects.toMatchObject(
    refused('Unexpected inputs provided: ["evil"]'),
  );
  await expect(dispatch('ci.yml', {})).rejects.toMatchObject(
    refused("does not have 'workflow_dispatch' trigger"),
  );
  await expect(dispatch(workflow_id, { session: 'x' }, 'none')).rejects.toMatchObject(
    refused('No ref found'),
  );
  await expect(dispatch('none.yml', {})).rejects.toMatchObject({ status: 404 });
});

test('runs are listed by workflow and by status, newest first', async () => {
  const github = await withWorkflow();
  const repository = github.repository('octo/demo');
  const [first, second] = [
    await repository.addRun({ workflow: workflow_id, event: 'issue_comment', actor: 'octo' }),
    await repository.addRun({ workflow: workflow_id, event: 'issue_comment', actor: 'octo' }),
  ];
  await repository.addRun({ workflow: 'ci.yml', event: 'push', actor: 'octo' });
  repository.startRun(first);
  const client = octokit(github, actions);
  const ids = async (status?: 'in_progress' | 'success') => {
    const given = { ...demo, workflow_id, ...(status && { status }) };
    return (await client.actions.listWorkflowRuns(given)).data.workflow_runs.map(({ id }) => id);
  };
  expect(await ids()).toEqual([second.id, first.id]);
  expect(await ids('in_progress')).toEqual([first.id]);
  repository.completeRun(first, 'success');
  expect(await ids('success')).toEqual([first.id]);
});

test('cancelling tells the runner of a run, and ends one that nobody runs', async () => {
  const github = await withWorkflow();
  const repository = github.repository('octo/demo');
  const given = { workflow: workflow_id, event: 'issues', actor: 'octo' };
  const [running, queued] = [await repository.addRun(given), await repository.addRun(given)];
  const told: number[] = [];
  running.onCancel = () => told.push(running.id);
  const client = octokit(github, actions);
  await client.actions.cancelWorkflowRun({ ...demo, run_id: running.id });
  await client.actions.cancelWorkflowRun({ ...demo, run_id: queued.id });
  expect(told).toEqual([running.id]);
  expect(running.status).toBe('queued');
  expect(queued).toMatchObject({ status: 'completed', conclusion: 'cancelled' });
  const again = client.actions.cancelWorkflowRun({ ...demo, run_id: queued.id });
  await expect(again).rejects.toMatchObject({ status: 409 });
});
