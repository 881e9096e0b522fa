/** The example workflow, as people copy it, started by real payloads and run to its end with the built action. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { githubForTest } from '../github/for-test.ts';
import { API_KEY, type MainJob, setUpMainJob } from '../main-job/set-up.ts';
import { tempDir } from '../support/temp.ts';
import { type Event, readExample } from './example.ts';

const example = readExample('examples/penguin.yml');
const SECRETS = { DEEPSEEK_API_KEY: API_KEY };

describe('the job starts', () => {
  it.each<[what: string, by: string, body: string, starts: boolean]>([
    ['a person’s command', 'maintainer', '/penguin fix it', true],
    ['a person’s command in capitals', 'maintainer', 'Please:\n/PENGUIN fix it', true],
    ['a person’s plain comment', 'maintainer', 'I saw a bird.', false],
    ['a bot’s command', 'helper[bot]', '/penguin fix it', false],
    ['our own comment', 'github-actions[bot]', 'reply `/penguin stop`', false],
  ])('for %s by %s: %j → %j', async (_, by, body, starts) => {
    const { payload } = await stage();
    expect(example.starts({ name: 'issue_comment', payload: payload(by, body) })).toBe(starts);
  });

  it.each([
    ['a command', 'maintainer', '/penguin fix it'],
    ['a box that is ticked in our own comment', 'github-actions[bot]', '<!-- penguin -->\n- [x] Approve'],
  ])('for no edit: %s', async (_, by, body) => {
    const { edited } = await stage();
    expect(example.starts({ name: 'issue_comment', payload: edited(by, body) })).toBe(false);
  });

  it('for a person’s dispatch, and for no event that it does not name', async () => {
    const { dispatch } = await stage();
    expect(example.starts({ name: 'workflow_dispatch', payload: dispatch('fix it') })).toBe(true);
    expect(example.starts({ name: 'push', payload: dispatch('fix it') })).toBe(false);
  });
});

describe('the job runs the built action to its end', () => {
  it('for a comment', async () => {
    const job = await mainJob();
    const event = job.say('/penguin fix the flaky date test');
    expect(example.runName(event)).toBe(`Penguin: ${job.repository.issue(job.issueNumber).title}`);
    const run = await runExample(job, event);
    expect(run.outputs).toMatchObject({ outcome: 'changed', 'pull-request': '2' });
  });

  it('for a dispatch with a prompt', async () => {
    const job = await mainJob();
    const inputs = { prompt: 'fix the flaky date test' };
    const parts = { event: 'workflow_dispatch', ref: 'refs/heads/main', workflow: 'penguin.yml' } as const;
    const payload = job.repository.payload({ ...parts, sender: 'maintainer', inputs });
    const event = { name: 'workflow_dispatch', payload };
    expect(example.runName(event)).toMatch(/^Penguin: (workflow_)?dispatch$/);
    const run = await runExample(job, event);
    expect(run.outputs).toMatchObject({ outcome: 'changed' });
  });
});

async function mainJob(): Promise<MainJob> {
  const job = await setUpMainJob({ directory: tempDir(), permissions: example.permissions });
  onTestFinished(() => job.close());
  await job.checkOut();
  return job;
}

/** Everything is the file's but the provider's address, which is here. */
async function runExample(job: MainJob, event: Event) {
  expect(example.starts(event)).toBe(true);
  const inputs = { ...example.inputs(event, SECRETS), 'base-url': job.model.url };
  const run = await job.run({ event, inputs });
  expect(run).toMatchObject({ exitCode: 0, conclusion: 'success', faults: [] });
  expect(run.log).not.toContain(API_KEY);
  return run;
}

async function stage() {
  const github = await githubForTest();
  const repository = await github.addRepository({
    owner: 'octo',
    name: 'dates',
    roles: { maintainer: 'write' },
  });
  const issue = repository.openIssue({ by: 'stranger', title: 'Flaky', body: '' });
  const told = { event: 'issue_comment', issue } as const;
  return {
    payload: (sender: string, body: string) =>
      repository.payload({
        ...told,
        action: 'created',
        sender,
        comment: repository.comment(issue.number, { by: sender, body }),
      }),
    /** A person edits a comment, their own or another's. */
    edited: (by: string, body: string) =>
      repository.payload({
        ...told,
        action: 'edited',
        sender: 'maintainer',
        comment: repository.comment(issue.number, { by, body }),
        before: 'something else',
      }),
    dispatch: (prompt: string) =>
      repository.payload({
        event: 'workflow_dispatch',
        sender: 'maintainer',
        ref: 'refs/heads/main',
        workflow: 'penguin.yml',
        inputs: { prompt },
      }),
  };
}
