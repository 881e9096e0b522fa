import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { MainJob } from '../main-job/set-up.ts';
import { expectTidy, sceneOf } from './stage.ts';

const publishedFiles = async ({ repository }: MainJob, branch: string | undefined) =>
  (await repository.git.text(['diff', '--name-only', 'main', String(branch)])).split('\n');

it('with its whole history works as a shallow one does', async () => {
  const job = await sceneOf({ depth: 0 });
  const run = await job.run();
  expect(run.outputs).toMatchObject({ outcome: 'changed', 'pull-request': '2' });
  expectTidy(run);
});

it('that set-up steps left dirty keeps what was changed before the run out of the commit', async () => {
  const job = await sceneOf({
    setUp: (workspace) => {
      appendFileSync(join(workspace, 'README.md'), 'changed by a set-up step\n');
      writeFileSync(join(workspace, 'installed.lock'), 'made by a set-up step\n');
    },
  });
  const run = await job.run();
  expect(await publishedFiles(job, run.outputs.branch)).toEqual(['src/date.js']);
});

it('takes a file that set-up steps changed into the commit when the agent changed it too, and says so', async () => {
  const edit = {
    name: 'edit_file',
    arguments: { path: 'README.md', old_string: 'Calendar days', new_string: 'UTC days' },
  };
  const job = await sceneOf({
    turns: [{ calls: [edit] }, 'Say which zone counts'],
    setUp: (workspace) => appendFileSync(join(workspace, 'README.md'), 'changed by a set-up step\n'),
  });
  const run = await job.run();
  expect(await publishedFiles(job, run.outputs.branch)).toEqual(['README.md']);
  expect(await job.repository.file('README.md', run.outputs.branch)).toContain('changed by a set-up step');
  expect(job.ownComments()[0]).toContain('`README.md` +2 −1 (had changes from before the run)');
});

it('publishes nothing that .gitignore names, and nothing when nothing changed', async () => {
  const job = await sceneOf({
    turns: [
      { calls: [{ name: 'write_file', arguments: { path: 'build/out.txt', content: 'x' } }] },
      'Nothing to do',
    ],
    command: '/penguin fix the build',
    setUp: (workspace) => {
      mkdirSync(join(workspace, 'build'));
      writeFileSync(join(workspace, '.git/info/exclude'), 'build/\n');
    },
  });
  const run = await job.run();
  expect(run.outputs).toMatchObject({ outcome: 'no_change', branch: '' });
  expect(job.ownComments()[0]).toContain('**Nothing changed**');
});

it('goes on from the checkout, and says why, when set-up steps stand in the way of the open pull request', async () => {
  const edit = { name: 'write_file', arguments: { path: 'NOTES.md', content: 'one\n' } };
  const again = { name: 'write_file', arguments: { path: 'OTHER.md', content: 'two\n' } };
  const job = await sceneOf({ turns: [{ calls: [edit] }, 'Write notes', { calls: [again] }, 'Write more'] });
  const first = await job.run();
  await job.checkOut();
  writeFileSync(join(job.workspace, 'NOTES.md'), 'a set-up step was here\n');
  const run = await job.run({ event: job.say('/penguin write more') });
  expect(run.outputs.outcome).toBe('changed');
  expect(run.outputs.branch).not.toBe(first.outputs.branch);
  expect(job.ownComments().at(-1)).toContain(
    'set-up steps changed files that its branch changes too (NOTES.md)',
  );
});

it('is as it was for git afterwards: its index and branch are not ours', async () => {
  const job = await sceneOf();
  const git = (...args: string[]) => execFileSync('git', args, { cwd: job.workspace, encoding: 'utf8' });
  const before = git('rev-parse', 'HEAD', '--abbrev-ref', 'HEAD');
  await job.run();
  expect(git('rev-parse', 'HEAD', '--abbrev-ref', 'HEAD')).toBe(before);
  expect(git('status', '--porcelain')).toBe(' M src/date.js\n');
});
