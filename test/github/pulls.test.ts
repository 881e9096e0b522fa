import { expect, test } from 'vitest';
import { githubForTest } from './for-test.ts';
import { demo, octokit } from './octokit.ts';
import type { LoopbackGitHub } from './server.ts';

const writing = { contents: 'write', pull_requests: 'write' } as const;

async function withBranch(): Promise<LoopbackGitHub> {
  const github = await githubForTest();
  const repository = await github.addRepository({
    ...demo,
    name: 'demo',
    files: { 'a.txt': 'one\ntwo\nthree\n' },
  });
  await repository.commit({ branch: 'feature', files: { 'a.txt': 'one\n2\nthree\n', 'b.txt': 'b\n' } });
  return github;
}

const refusal = (message: string) => ({ status: 422, message: expect.stringContaining(message) });

test('a pull request shows the real head and base commits and its files', async () => {
  const github = await withBranch();
  const client = octokit(github, writing);
  const { data } = await client.pulls.create({
    ...demo,
    title: 'Two',
    head: 'feature',
    base: 'main',
    draft: true,
  });
  const repository = github.repository('octo/demo');
  expect(data).toMatchObject({ draft: true, commits: 1, additions: 2, deletions: 1 });
  expect(data.head.sha).toBe(await repository.ref('refs/heads/feature'));
  expect(data.base.sha).toBe(await repository.ref('refs/heads/main'));
  const files = (await client.pulls.listFiles({ ...demo, pull_number: data.number })).data;
  expect(files[0]).toMatchObject({
    filename: 'a.txt',
    status: 'modified',
    patch: expect.stringContaining('-two\n+2'),
  });
  expect(files[1]).toMatchObject({ filename: 'b.txt', status: 'added', additions: 1 });
});

test('GitHub’s checks on creation are made', async () => {
  const github = await withBranch();
  const { pulls } = octokit(github, writing);
  const create = (head: string, base: string) => pulls.create({ ...demo, title: 'Two', head, base });
  await expect(create('none', 'main')).rejects.toMatchObject(refusal('"field":"head"'));
  await expect(create('feature', 'none')).rejects.toMatchObject(refusal('"field":"base"'));
  await expect(create('main', 'main')).rejects.toMatchObject(refusal('No commits between main and main'));
  await create('feature', 'main');
  await expect(create('feature', 'main')).rejects.toMatchObject(
    refusal('A pull request already exists for octo:feature.'),
  );
});

test('a setting keeps workflows from creating pull requests', async () => {
  const github = await withBranch();
  github.repository('octo/demo').allowActionsToCreatePullRequests = false;
  const create = octokit(github, writing).pulls.create({
    ...demo,
    title: 'Two',
    head: 'feature',
    base: 'main',
  });
  await expect(create).rejects.toMatchObject({
    status: 403,
    message: expect.stringContaining('GitHub Actions is not permitted to create or approve pull requests.'),
  });
});

test('the list is filtered by head, which must name its owner', async () => {
  const github = await withBranch();
  const repository = github.repository('octo/demo');
  await repository.commit({ branch: 'other', files: { 'c.txt': 'c\n' } });
  await repository.openPull({ by: 'octo', title: 'Feature', head: 'feature', base: 'main' });
  await repository.openPull({ by: 'octo', title: 'Other', head: 'other', base: 'main' });
  const { pulls } = octokit(github, writing);
  const titles = async (head: string) => (await pulls.list({ ...demo, head })).data.map(({ title }) => title);
  expect(await titles('octo:other')).toEqual(['Other']);
  expect(await titles('eve:other')).toEqual([]);
  expect(await titles('other')).toEqual(['Other', 'Feature']);
});

test('a fork’s pull request brings its commit into the base repository', async () => {
  const github = await withBranch();
  const fork = await github.addRepository({ owner: 'eve', name: 'demo', forkOf: 'octo/demo' });
  const sha = await fork.commit({ branch: 'patch', files: { 'evil.txt': 'x\n' } });
  const base = github.repository('octo/demo');
  const { number } = await base.openPull({ by: 'eve', title: 'Patch', head: 'eve:patch', base: 'main' });
  const { data } = await octokit(github, writing).pulls.get({ ...demo, pull_number: number });
  expect(data.head).toMatchObject({ label: 'eve:patch', sha, repo: { full_name: 'eve/demo', fork: true } });
  expect(await base.file('evil.txt', `refs/pull/${number}/head`)).toBe('x\n');
  const next = await fork.commit({ branch: 'patch', files: { 'evil.txt': 'y\n' } });
  expect(await base.ref(`refs/pull/${number}/head`)).toBe(next);
});

test('a pull request is an issue too, and is closed as one', async () => {
  const github = await withBranch();
  const repository = github.repository('octo/demo');
  const { number } = await repository.openPull({ by: 'octo', title: 'Two', head: 'feature', base: 'main' });
  const client = octokit(github, { ...writing, issues: 'write' });
  const issue = (await client.issues.get({ ...demo, issue_number: number })).data;
  expect(issue.pull_request?.html_url).toBe(`${github.serverUrl}/octo/demo/pull/${number}`);
  await client.pulls.update({ ...demo, pull_number: number, state: 'closed' });
  expect((await client.pulls.list(demo)).data).toEqual([]);
});

test('renamed, removed and retyped files are told with the patch of each', async () => {
  const github = await githubForTest();
  const long = Array.from({ length: 20 }, (_, at) => `line ${at}`).join('\n');
  const repository = await github.addRepository({
    ...demo,
    name: 'demo',
    files: { 'gone.txt': 'gone\n', 'kept.txt': `${long}\n`, link: 'a file\n', 'z.txt': 'z\n' },
  });
  await repository.commit({
    branch: 'feature',
    files: {
      'gone.txt': null,
      'kept.txt': null,
      'moved/kept.txt': `${long}\nmore\n`,
      link: { content: 'z.txt', mode: '120000' },
      'z.txt': 'zz\n',
    },
  });
  const { number } = await repository.openPull({ by: 'octo', title: 'Much', head: 'feature', base: 'main' });
  const { data } = await octokit(github, writing).pulls.listFiles({ ...demo, pull_number: number });
  const told = data.map(({ filename, status, previous_filename }) => [filename, status, previous_filename]);
  expect(told).toEqual([
    ['gone.txt', 'removed', undefined],
    ['link', 'changed', undefined],
    ['moved/kept.txt', 'renamed', 'kept.txt'],
    ['z.txt', 'modified', undefined],
  ]);
  expect(data[2]).toMatchObject({ additions: 1, deletions: 0, patch: expect.stringContaining('+more') });
  expect(data[3]?.patch).toBe('@@ -1 +1 @@\n-z\n+zz');
});
