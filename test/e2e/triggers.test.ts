import { expect, it } from 'vitest';
import type { PayloadParts } from '../github/webhooks.ts';
import type { MainJob } from '../main-job/set-up.ts';
import type { ActionRun } from '../runner/action-run.ts';
import { FIXING } from './fixing.ts';
import { expectTidy, type SceneOptions, sceneOf } from './stage.ts';

/** One run of the built action for what a payload tells, with nothing in the checkout but what the task needs. */
async function play(
  parts: (job: MainJob) => PayloadParts,
  options: SceneOptions = {},
): Promise<{ job: MainJob; run: ActionRun }> {
  const job = await sceneOf({
    turns: FIXING,
    issue: { title: 'A bug', body: '/penguin fix it' },
    ...options,
  });
  const told = parts(job);
  const run = await job.run({ event: { name: told.event, payload: job.repository.payload(told) } });
  expectTidy(run);
  return { job, run };
}

const issueOf = ({ repository, issueNumber }: MainJob) => repository.issue(issueNumber);
const reactions = (job: MainJob) => issueOf(job).reactions.map(({ content }) => content);

it('an issue that is opened with a command becomes a pull request, told on the issue', async () => {
  const { job, run } = await play((on) => {
    const mine = on.repository.openIssue({ by: 'maintainer', title: 'Mine', body: '/penguin fix it' });
    return { event: 'issues', action: 'opened', sender: 'maintainer', issue: mine };
  });
  expect(run.outputs).toMatchObject({ outcome: 'changed', 'pull-request': '3' });
  expect(job.repository.issue(2).reactions.map(({ content }) => content)).toEqual(['rocket']);
  expect(job.repository.issue(2).comments).toHaveLength(1);
});

it('the label penguin, without an input that names it, becomes a pull request that closes the issue', async () => {
  const { job, run } = await play((on) => ({
    event: 'issues',
    action: 'labeled',
    sender: 'maintainer',
    issue: issueOf(on),
    label: 'penguin',
  }));
  expect(run.outputs).toMatchObject({ outcome: 'changed', 'pull-request': '2' });
  expect(job.repository.pull(2).body).toMatch(/^Closes #1$/m);
  expect(reactions(job)).toEqual(['rocket']);
});

it('an assignment to the login of the input assignee becomes a pull request', async () => {
  const { job, run } = await play(
    (on) => ({
      event: 'issues',
      action: 'assigned',
      sender: 'maintainer',
      issue: issueOf(on),
      assignee: 'helper',
    }),
    { inputs: { assignee: 'helper' } },
  );
  expect(run.outputs).toMatchObject({ outcome: 'changed', 'pull-request': '2' });
  expect(reactions(job)).toEqual(['rocket']);
});

it('a schedule whose payload is no more than its cron expression reports in an issue', async () => {
  const job = await sceneOf({ turns: ['One link is dead.'], inputs: { prompt: 'check the links' } });
  const run = await job.run({
    event: { name: 'schedule', payload: { schedule: '0 3 * * *' } },
    run: await job.repository.addRun({ workflow: 'penguin.yml', event: 'schedule', actor: 'octo' }),
  });
  expectTidy(run);
  expect(run.outputs).toMatchObject({ outcome: 'answered' });
  expect(job.repository.issue(2)).toMatchObject({ title: 'Penguin: check the links' });
  expect(job.repository.issue(2).body).toContain('One link is dead.');
});

it('a payload whose parts are none of what they should be starts nothing and fails nothing', async () => {
  const job = await sceneOf({ turns: [] });
  const payload = { action: 'created', issue: null, comment: [], sender: 'x', repository: 7 };
  const run = await job.run({
    event: { name: 'issue_comment', payload },
    run: await job.repository.addRun({ workflow: 'penguin.yml', event: 'issue_comment', actor: 'octo' }),
  });
  expectTidy(run);
  expect(run).toMatchObject({ exitCode: 0, outputs: { outcome: 'ignored' } });
  expect(job.github.requests.filter(({ path }) => path.startsWith('/repos/'))).toEqual([]);
});
