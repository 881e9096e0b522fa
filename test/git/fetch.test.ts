import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempDir } from '../support/temp.ts';
import { commitAll, git, open, repositoryWith, write } from './fixture.ts';

describe('fetching a commit', () => {
  it('by its id or by a ref brings it into the repository of the Workspace', async () => {
    const { origin, clone } = history(2);
    const folder = clone();
    write(origin, { a: 'newer' });
    const sha = commitAll(origin, 'newer');
    const repository = await open(folder);
    expect(await repository.fetch({ url: origin, want: sha })).toEqual({ kind: 'fetched', sha });
    expect(git(folder, 'cat-file', '-t', sha)).toBe('commit');

    git(origin, 'update-ref', 'refs/pull/1/head', git(origin, 'rev-parse', 'HEAD~1'));
    const byRef = await repository.fetch({ url: origin, want: 'refs/pull/1/head' });
    expect(byRef).toEqual({ kind: 'fetched', sha: git(origin, 'rev-parse', 'HEAD~1') });
  });

  it('changes no branch, tag, remote or FETCH_HEAD of the Workspace', async () => {
    const { origin, clone } = history(2);
    const folder = clone();
    git(origin, 'tag', 'v1');
    const refs = () => git(folder, 'for-each-ref');
    const before = refs();
    const repository = await open(folder);
    await repository.fetch({ url: origin, want: 'refs/heads/main' });
    expect(refs()).toBe(before);
    expect(() => git(folder, 'rev-parse', '--verify', 'FETCH_HEAD')).toThrow();
  });

  it('into a shallow clone stays as shallow as asked, and the Workspace knows', async () => {
    const { origin, clone } = history(3);
    const folder = clone('--depth', '1');
    for (const round of ['x', 'y', 'z']) {
      write(origin, { a: round });
      commitAll(origin, round);
    }
    const repository = await open(folder);
    const sha = git(origin, 'rev-parse', 'HEAD');
    expect(await repository.fetch({ url: origin, want: sha, depth: 1 })).toEqual({ kind: 'fetched', sha });
    expect(git(folder, 'rev-list', '--count', sha)).toBe('1');
    git(folder, 'fsck', '--connectivity-only');
  });

  it('into a clone with its whole history never cuts that history', async () => {
    const { origin, clone } = history(3);
    const folder = clone();
    write(origin, { a: 'newer' });
    const sha = commitAll(origin, 'newer');
    const repository = await open(folder);
    expect(await repository.fetch({ url: origin, want: sha, depth: 1 })).toEqual({ kind: 'fetched', sha });
    expect(git(folder, 'rev-list', '--count', sha)).toBe('4');
    expect(await repository.head()).toMatchObject({ shallow: false });
  });

  it('deepens a shallow clone, to its very end too', async () => {
    const { origin, clone } = history(4);
    const folder = clone('--depth', '1');
    const repository = await open(folder);
    const { sha } = await repository.head();
    expect(await repository.deepen({ url: origin, want: sha, by: 1 })).toEqual({ kind: 'fetched', sha });
    expect(git(folder, 'rev-list', '--count', 'HEAD')).toBe('2');
    expect(await repository.head()).toMatchObject({ shallow: true });

    await repository.deepen({ url: origin, want: sha, by: 10 });
    expect(git(folder, 'rev-list', '--count', 'HEAD')).toBe('4');
    expect(await repository.head()).toMatchObject({ shallow: false });
    expect(await repository.deepen({ url: origin, want: sha, by: 1 })).toEqual({ kind: 'fetched', sha });
  });

  it('says what the other side does not have', async () => {
    const { origin, clone } = history(1);
    const repository = await open(clone());
    for (const want of ['refs/heads/none', 'e'.repeat(40)]) {
      expect(await repository.fetch({ url: origin, want })).toMatchObject({ kind: 'missing' });
    }
  });

  it('refuses to ask for what is neither a commit id nor a full ref', async () => {
    const repository = await open(repositoryWith({ a: '1' }));
    const wrong = [
      'main',
      '--upload-pack=id',
      'refs/heads/a:refs/heads/b',
      '+refs/heads/a',
      'HEAD',
      'refs/heads/*',
    ];
    for (const want of wrong) {
      await expect(repository.fetch({ url: '/nowhere', want })).rejects.toThrow(/is no (commit id|ref)/);
    }
  });
});

function history(commits: number): { origin: string; clone: (...options: string[]) => string } {
  const origin = repositoryWith({ a: '1' });
  for (let number = 2; number <= commits; number += 1) {
    write(origin, { a: String(number) });
    commitAll(origin, String(number));
  }
  const clone = (...options: string[]) => {
    const folder = join(tempDir(), 'clone');
    git(origin, 'clone', '-q', ...options, `file://${origin}`, folder);
    return folder;
  };
  return { origin, clone };
}
