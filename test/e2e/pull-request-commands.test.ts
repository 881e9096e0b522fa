import { expect, it } from 'vitest';
import type { MainJob } from '../main-job/set-up.ts';
import { FIXING } from './fixing.ts';
import { expectTidy, sceneOf } from './stage.ts';

const COMMITS = ['Fix the bug', 'Update'];

async function command(job: MainJob, number: number) {
  const { repository } = job;
  const comment = repository.comment(number, { by: 'maintainer', body: '/penguin fix it' });
  const issue = repository.issue(number);
  const told = { event: 'issue_comment', action: 'created', sender: 'maintainer', issue, comment } as const;
  const run = await job.run({ event: { name: told.event, payload: repository.payload(told) } });
  expectTidy(run);
  return run.outputs;
}

async function commitsOn({ repository }: MainJob, branch: string) {
  return (await repository.git.text(['log', '--format=%s', `main..${branch}`])).trim().split('\n');
}

it("a command on a person's pull request of this repository becomes a commit on its branch", async () => {
  const job = await sceneOf({ turns: FIXING });
  const { repository } = job;
  await repository.commit({ branch: 'feature', files: { 'feature.txt': 'new\n' } });
  const pull = await repository.openPull({ by: 'ben', title: 'A feature', head: 'feature', base: 'main' });
  expect(await command(job, pull.number)).toMatchObject({ outcome: 'changed', branch: 'feature' });
  expect(await commitsOn(job, 'feature')).toEqual(COMMITS);
  expect(repository.pull(pull.number).title).toBe('A feature');
});

it("a command on a fork's pull request becomes a pull request of ours that holds its commits", async () => {
  const job = await sceneOf({ turns: FIXING });
  const { repository, github } = job;
  const fork = await github.addRepository({ owner: 'mallory', name: 'dates', forkOf: 'octo/dates' });
  await fork.commit({ branch: 'feature', files: { 'feature.txt': 'new\n' } });
  const head = 'mallory:feature';
  const pull = await repository.openPull({ by: 'mallory', title: 'A feature', head, base: 'main' });
  const outputs = await command(job, pull.number);
  expect(outputs).toMatchObject({ outcome: 'changed', 'pull-request': String(pull.number + 1) });
  expect(await commitsOn(job, String(outputs.branch))).toEqual(COMMITS);
  expect(repository.pull(pull.number + 1).body).toContain(`Holds the commits of #${pull.number}`);
});

it('a command on a pull request of ours becomes a further commit, and the text is written anew', async () => {
  const more = { calls: [{ name: 'write_file', arguments: { path: 'more.txt', content: 'more\n' } }] };
  const job = await sceneOf({ turns: [...FIXING, more, 'Fix more\n\nWrote another file.'] });
  const first = await job.run();
  await job.checkOut();
  expect(await command(job, 2)).toMatchObject({ outcome: 'changed', 'pull-request': '2' });
  expect(await commitsOn(job, String(first.outputs.branch))).toEqual(['Fix more', 'Fix the bug']);
  expect(job.repository.pull(2).title).toBe('Fix more');
});
