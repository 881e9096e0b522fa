import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { githubForTest } from '../github/for-test.ts';
import { tempDir } from '../support/temp.ts';
import { checkout } from './checkout.ts';

const git = (cwd: string, ...args: string[]) => execFileSync('git', args, { cwd, encoding: 'utf8' }).trim();

async function withHistory(isPrivate = false) {
  const github = await githubForTest();
  const repository = await github.addRepository({ owner: 'octo', name: 'demo', private: isPrivate });
  const head = await repository.commit({ files: { 'a.txt': 'second\n' } });
  return {
    github,
    repository,
    head,
    common: { github, repository: 'octo/demo', into: join(tempDir(), 'work') },
  };
}

test('the default branch is checked out shallow, with no credentials left', async () => {
  const { github, head, common } = await withHistory(true);
  const token = github.tokens.workflow({ repository: 'octo/demo', permissions: { contents: 'read' } });
  expect(await checkout({ ...common, token })).toBe(head);
  const { into } = common;
  expect(git(into, 'rev-list', '--count', 'HEAD')).toBe('1');
  expect(git(into, 'rev-parse', '--abbrev-ref', 'HEAD')).toBe('main');
  expect(git(into, 'remote', 'get-url', 'origin')).toBe(`${github.serverUrl}/octo/demo`);
  expect(git(into, 'status', '--porcelain')).toBe('');
  const config = readFileSync(join(into, '.git', 'config'), 'utf8');
  expect(config).not.toMatch(/extraheader/i);
  expect(config).not.toContain(Buffer.from(token).toString('base64').slice(8, 40));
});

test('depth 0 brings all history of all branches', async () => {
  const { repository, common } = await withHistory();
  await repository.commit({ branch: 'other', files: { 'b.txt': 'b\n' } });
  await checkout({ ...common, depth: 0 });
  expect(git(common.into, 'rev-list', '--count', 'HEAD')).toBe('2');
  expect(git(common.into, 'branch', '-r', '--format=%(refname:short)').split('\n')).toContain('origin/other');
});

test('a commit’s id is checked out detached, also when only a ref of ours holds it', async () => {
  const { repository, head, common } = await withHistory();
  await repository.commit({ files: { 'a.txt': 'third\n' } });
  expect(await checkout({ ...common, ref: head })).toBe(head);
  expect(git(common.into, 'rev-parse', 'HEAD')).toBe(head);
  expect(git(common.into, 'rev-parse', '--abbrev-ref', 'HEAD')).toBe('HEAD');
});

test('a ref that is not there is named', async () => {
  const { common } = await withHistory();
  await expect(checkout({ ...common, ref: 'refs/heads/none' })).rejects.toThrow(
    'octo/demo has no refs/heads/none',
  );
});
