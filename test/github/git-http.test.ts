import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { tempDir } from '../support/temp.ts';
import { githubForTest } from './for-test.ts';
import { demo, octokit } from './octokit.ts';
import type { LoopbackGitHub } from './server.ts';
import type { NewRepository } from './world/repositories.ts';

const run = promisify(execFile);
const identity = ['-c', 'user.name=Penguin', '-c', 'user.email=penguin@example.com'];

async function git(cwd: string, ...args: string[]): Promise<string> {
  const env = {
    PATH: process.env.PATH,
    HOME: cwd,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    LC_ALL: 'C',
  };
  return (await run('git', [...identity, ...args], { cwd, env })).stdout.trim();
}

async function withRepository(given: Partial<NewRepository> = {}): Promise<LoopbackGitHub> {
  const github = await githubForTest();
  await github.addRepository({ owner: 'octo', name: 'demo', files: { 'README.md': 'hello\n' }, ...given });
  return github;
}

function remote(github: LoopbackGitHub, token?: string): string {
  const login = token === undefined ? '' : `x-access-token:${token}@`;
  return `${github.serverUrl.replace('http://', `http://${login}`)}/octo/demo.git`;
}

/** A clone with one more commit that holds `files`, on a new branch. */
async function cloneWith(url: string, files: Record<string, string>): Promise<string> {
  const folder = tempDir();
  await git(folder, 'clone', '--quiet', url, '.');
  await git(folder, 'checkout', '--quiet', '-b', 'feature');
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  await git(folder, 'add', '.');
  await git(folder, 'commit', '--quiet', '-m', 'More');
  return folder;
}

const token = (github: LoopbackGitHub, contents: 'read' | 'write') =>
  github.tokens.workflow({ repository: 'octo/demo', permissions: { contents } });

test('git clones from the server’s name under localhost and pushes a branch back', async () => {
  const github = await withRepository();
  const folder = await cloneWith(remote(github, token(github, 'write')), { 'new.txt': 'new\n' });
  await git(folder, 'push', '--quiet', 'origin', 'feature', 'feature:refs/penguin/kept');
  const head = await git(folder, 'rev-parse', 'HEAD');
  const repository = github.repository('octo/demo');
  expect(await repository.refs('refs/')).toMatchObject({
    'refs/heads/feature': head,
    'refs/penguin/kept': head,
  });
  expect(await repository.file('new.txt', 'feature')).toBe('new\n');
  expect(github.requests.map(({ operation }) => operation)).toContain('git/git-receive-pack');
});

test('a push without contents: write is refused with GitHub’s words', async () => {
  const github = await withRepository();
  const folder = await cloneWith(remote(github, token(github, 'read')), { 'new.txt': 'new\n' });
  await expect(git(folder, 'push', 'origin', 'feature')).rejects.toMatchObject({
    stderr: expect.stringContaining('Permission to octo/demo.git denied to github-actions[bot].'),
  });
  await git(folder, 'remote', 'set-url', 'origin', remote(github));
  await expect(git(folder, 'push', 'origin', 'feature')).rejects.toThrow();
  expect(await github.repository('octo/demo').ref('refs/heads/feature')).toBeUndefined();
});

test('a workflow’s push that touches a workflow file is refused, a person’s is not', async () => {
  const github = await withRepository();
  const folder = await cloneWith(remote(github, token(github, 'write')), {
    '.github/workflows/ci.yml': 'on: push\n',
  });
  await expect(git(folder, 'push', 'origin', 'feature')).rejects.toMatchObject({
    stderr: expect.stringContaining(
      '(refusing to allow a GitHub App to create or update workflow `.github/workflows/ci.yml` without `workflows` permission)',
    ),
  });
  expect(await github.repository('octo/demo').ref('refs/heads/feature')).toBeUndefined();
  await git(folder, 'push', '--quiet', remote(github, github.tokens.user('octo')), 'feature');
  expect(await github.repository('octo/demo').ref('refs/heads/feature')).toBeDefined();
});

test('a protected branch takes no push, another branch does', async () => {
  const github = await withRepository({ protectedBranches: ['main'] });
  const folder = await cloneWith(remote(github, token(github, 'write')), { 'new.txt': 'new\n' });
  await expect(git(folder, 'push', 'origin', 'feature:main')).rejects.toMatchObject({
    stderr: expect.stringMatching(/GH006[\s\S]*\(protected branch hook declined\)/),
  });
  await git(folder, 'push', '--quiet', 'origin', 'feature');
});

test('a private repository is cloned only with a token that reads it', async () => {
  const github = await withRepository({ private: true });
  await expect(git(tempDir(), 'clone', remote(github), '.')).rejects.toThrow();
  const blind = github.tokens.workflow({ repository: 'octo/demo', permissions: { issues: 'write' } });
  await expect(git(tempDir(), 'clone', remote(github, blind), '.')).rejects.toMatchObject({
    stderr: expect.stringContaining('Repository not found.'),
  });
  await git(tempDir(), 'clone', '--quiet', remote(github, token(github, 'read')), '.');
});

test('a commit is fetched by its id when no branch leads to it', async () => {
  const github = await withRepository();
  const { git: api } = octokit(github, { contents: 'write' });
  const entry = { path: 'state.json', mode: '100644', type: 'blob', content: '{}' } as const;
  const tree = (await api.createTree({ ...demo, tree: [entry] })).data.sha;
  const { sha } = (await api.createCommit({ ...demo, message: 'state', tree })).data;
  await api.createRef({ ...demo, ref: 'refs/penguin/sessions/s1', sha });
  const folder = tempDir();
  await git(folder, 'init', '--quiet');
  await git(folder, 'fetch', '--quiet', '--depth=1', remote(github), sha);
  expect(await git(folder, 'show', 'FETCH_HEAD:state.json')).toBe('{}');
});

test('an open pull request follows what is pushed to its branch', async () => {
  const github = await withRepository();
  const folder = await cloneWith(remote(github, token(github, 'write')), { 'new.txt': 'new\n' });
  await git(folder, 'push', '--quiet', 'origin', 'feature');
  const repository = github.repository('octo/demo');
  const { number } = await repository.openPull({ by: 'octo', title: 'New', head: 'feature', base: 'main' });
  await git(folder, 'commit', '--quiet', '--allow-empty', '-m', 'Again');
  await git(folder, 'push', '--quiet', 'origin', 'feature');
  const head = await git(folder, 'rev-parse', 'HEAD');
  expect(repository.pull(number).pull.headSha).toBe(head);
  expect(await repository.ref(`refs/pull/${number}/head`)).toBe(head);
});
