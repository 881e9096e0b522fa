import { describe, expect, it } from 'vitest';
import { contains, type Pull, readPull, readPullDiff } from '../../core/github/index.ts';
import { listReviewComments } from '../../core/github/review-comment.ts';
import { openStage } from './stage.ts';

type Files = Record<string, string | null>;

/** `octo/demo` with pull request 1, which changes these files of a first commit. */
async function withPull(changes: Files = { a: 'b\n' }, files: Files = { a: 'a\n' }) {
  const stage = await openStage();
  const { repository, github } = stage;
  await repository.commit({ files });
  await repository.commit({ branch: 'feature', files: changes });
  const issue = await repository.openPull({ by: 'ben', title: 'A change', head: 'feature', base: 'main' });
  return { ...stage, issue, read: () => readPull(github, issue.number) };
}

describe('a pull request', () => {
  it('is told with its sides, its state and who opened it', async () => {
    const { read, repository, issue } = await withPull();
    expect(await read()).toMatchObject({
      number: 1,
      state: 'open',
      branch: 'feature',
      headSha: String(await repository.ref('refs/heads/feature')),
      headRepository: 'octo/demo',
      base: { branch: 'main', sha: String(await repository.ref('refs/heads/main')) },
      author: 'ben',
      authorType: 'User',
      body: '',
    } satisfies Partial<Pull>);
    issue.state = 'closed';
    expect((await read()).state).toBe('closed');
    issue.pull.mergedAt = '2026-11-30T12:00:00Z';
    expect((await read()).state).toBe('merged');
  });
});

describe("a pull request's diff", () => {
  it('shows what was added, changed and removed, and names every path', async () => {
    const { read, github } = await withPull({ a: 'b\n', c: null, d: 'd\n' }, { a: 'a\n', c: 'c\n' });
    const { text, paths, complete } = await readPullDiff(github, await read());
    expect(text).toContain('--- a\n+++ a\n@@ -1 +1 @@\n-a\n+b');
    expect(text).toContain('--- c\n+++ /dev/null\n');
    expect(text).toContain('--- /dev/null\n+++ d\n');
    expect(paths).toEqual(['a', 'c', 'd']);
    expect(complete).toBe(true);
  });

  it('is that of the commits which were read, whatever the branch holds by now', async () => {
    const { read, github, repository } = await withPull();
    const pull = await read();
    await repository.commit({ branch: 'feature', files: { late: 'late\n' } });
    expect((await readPullDiff(github, pull)).paths).toEqual(['a']);
  });

  it('is cut where it is long, and says how much is missing', async () => {
    const { read, github } = await withPull({ a: 'line\n'.repeat(20_000) });
    const { text } = await readPullDiff(github, await read());
    expect(text.length).toBeLessThan(60_100);
    expect(text).toMatch(/\n\[cut: \d+ more characters; read the files themselves\]$/);
  });

  it('of three hundred files may not be all', async () => {
    const many = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`f${at}`, 'x\n']));
    const { read, github } = await withPull(many);
    expect((await readPullDiff(github, await read())).complete).toBe(false);
  });
});

it('a commit contains itself and what came before it, nothing beside or after it', async () => {
  const { repository, github } = await withPull();
  const main = String(await repository.ref('refs/heads/main'));
  const feature = String(await repository.ref('refs/heads/feature'));
  const other = await repository.commit({ branch: 'other', files: { o: 'o\n' } });
  expect(await contains(github, feature, feature)).toBe(true);
  expect(await contains(github, feature, main)).toBe(true);
  expect(await contains(github, main, feature)).toBe(false);
  expect(await contains(github, feature, other)).toBe(false);
});

it('review comments begin with their place, and a hunk shows its last lines', async () => {
  const { repository, github } = await withPull();
  const hunk = ['@@ -1,8 +1,8 @@', ...'abcdefgh'.split('').map((letter) => `+${letter}`)].join('\n');
  repository.review(1, { by: 'rita', body: 'Why?', path: 'a', line: 8, hunk });
  const { comments, truncated } = await listReviewComments(github, 1);
  expect(comments).toMatchObject([
    { body: 'On a, line 8:\n+c\n+d\n+e\n+f\n+g\n+h\n\nWhy?', author: { login: 'rita' } },
  ]);
  expect(truncated).toBe(false);
});
