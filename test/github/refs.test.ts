import { expect, test } from 'vitest';
import { githubForTest } from './for-test.ts';
import { demo, octokit } from './octokit.ts';
import type { LoopbackGitHub } from './server.ts';

const contents = { contents: 'write' } as const;
const ref = 'refs/penguin/sessions/s1';

async function withRepository(): Promise<LoopbackGitHub> {
  const github = await githubForTest();
  await github.addRepository({ ...demo, name: 'demo', protectedBranches: ['main'] });
  return github;
}

/** Writes one `state.json` as a commit of its own tree: root-born without a parent. */
async function stateCommit(github: LoopbackGitHub, content: string, parents: string[] = []): Promise<string> {
  const { git } = octokit(github, contents);
  const entry = { path: 'state.json', mode: '100644', type: 'blob', content } as const;
  const tree = (await git.createTree({ ...demo, tree: [entry] })).data.sha;
  const author = { name: 'penguin', email: 'penguin@example.com', date: '2026-11-30T12:00:00+01:00' };
  return (await git.createCommit({ ...demo, message: `state ${content}`, tree, parents, author })).data.sha;
}

test('of simultaneous creations of one ref exactly one wins', async () => {
  const github = await withRepository();
  const { git } = octokit(github, contents);
  const commits = await Promise.all(['a', 'b', 'c', 'd'].map((content) => stateCommit(github, content)));
  const created = await Promise.allSettled(commits.map((sha) => git.createRef({ ...demo, ref, sha })));
  const won = created.findIndex(({ status }) => status === 'fulfilled');
  const lost = created.filter(({ status }) => status === 'rejected');
  expect(lost).toHaveLength(3);
  for (const { reason } of lost as PromiseRejectedResult[]) {
    expect(reason).toMatchObject({
      status: 422,
      message: expect.stringContaining('Reference already exists'),
    });
  }
  expect(await github.repository('octo/demo').ref(ref)).toBe(commits[won]);
});

test('of simultaneous updates of one ref exactly one wins, the others are no fast forward any more', async () => {
  const github = await withRepository();
  const { git } = octokit(github, contents);
  const root = await stateCommit(github, 'root');
  await git.createRef({ ...demo, ref, sha: root });
  const next = await Promise.all(
    ['a', 'b', 'c', 'd', 'e'].map((content) => stateCommit(github, content, [root])),
  );
  const updated = await Promise.allSettled(
    next.map((sha) => git.updateRef({ ...demo, ref: ref.slice('refs/'.length), sha, force: false })),
  );
  const won = updated.findIndex(({ status }) => status === 'fulfilled');
  const lost = updated.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[];
  expect(lost).toHaveLength(4);
  for (const { reason } of lost) {
    expect(reason).toMatchObject({
      status: 422,
      message: expect.stringContaining('Update is not a fast forward'),
    });
  }
  expect(await github.repository('octo/demo').ref(ref)).toBe(next[won]);
});

test('force moves a ref anywhere, a missing ref and a missing object are refused', async () => {
  const github = await withRepository();
  const { git } = octokit(github, contents);
  const [first, other] = [await stateCommit(github, 'first'), await stateCommit(github, 'other')];
  const update = (name: string, sha: string) => git.updateRef({ ...demo, ref: name, sha, force: true });
  await expect(update('penguin/none', first)).rejects.toMatchObject({
    message: expect.stringContaining('does not exist'),
  });
  await git.createRef({ ...demo, ref: 'refs/penguin/x', sha: first });
  await update('penguin/x', other);
  await expect(update('penguin/x', '1'.repeat(40))).rejects.toMatchObject({ status: 422 });
  expect(await github.repository('octo/demo').ref('refs/penguin/x')).toBe(other);
});

test('a commit keeps its message, its author’s zone and its lack of parents', async () => {
  const github = await withRepository();
  const sha = await stateCommit(github, '{"version":1}');
  const commit = (await octokit(github, contents).git.getCommit({ ...demo, commit_sha: sha })).data;
  expect(commit).toMatchObject({ parents: [], message: 'state {"version":1}' });
  expect(commit.author).toEqual({
    name: 'penguin',
    email: 'penguin@example.com',
    date: '2026-11-30T11:00:00Z',
  });
});

test('a file is read at a commit that only a ref outside heads and tags holds', async () => {
  const github = await withRepository();
  const client = octokit(github, contents);
  const sha = await stateCommit(github, '{"version":1}');
  await client.git.createRef({ ...demo, ref, sha });
  const read = { ...demo, path: 'state.json', ref: sha };
  const raw = await client.repos.getContent({ ...read, mediaType: { format: 'raw' } });
  expect(raw.data).toBe('{"version":1}');
  const { data } = await client.repos.getContent(read);
  expect(Buffer.from('content' in data ? data.content : '', 'base64').toString()).toBe('{"version":1}');
  await expect(client.repos.getContent({ ...read, path: 'none.json' })).rejects.toMatchObject({
    status: 404,
  });
});

test('a protected branch is not moved by the API', async () => {
  const github = await withRepository();
  const sha = await stateCommit(github, 'x');
  const moved = octokit(github, contents).git.updateRef({ ...demo, ref: 'heads/main', sha, force: true });
  await expect(moved).rejects.toMatchObject({
    status: 422,
    message: expect.stringContaining('pull request'),
  });
});

test('a tree that names a path outside the repository is refused', async () => {
  const { git } = octokit(await withRepository(), contents);
  const entry = { path: '../evil', mode: '100644', type: 'blob', content: 'x' } as const;
  await expect(git.createTree({ ...demo, tree: [entry] })).rejects.toMatchObject({ status: 422 });
});

test('a workflow cannot bring a workflow file under a branch', async () => {
  const github = await withRepository();
  const { git } = octokit(github, contents);
  const entry = {
    path: '.github/workflows/x.yml',
    mode: '100644',
    type: 'blob',
    content: 'on: push',
  } as const;
  const tree = (await git.createTree({ ...demo, tree: [entry] })).data.sha;
  const { sha } = (await git.createCommit({ ...demo, message: 'workflow', tree })).data;
  const made = git.createRef({ ...demo, ref: 'refs/heads/sneaky', sha });
  await expect(made).rejects.toMatchObject({
    status: 403,
    message: expect.stringContaining('not accessible'),
  });
});
