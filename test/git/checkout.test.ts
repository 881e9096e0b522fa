import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commitAll, type Files, git, open, repositoryWith, write } from './fixture.ts';

describe('moving the Workspace to a commit', () => {
  it('keeps what set-up steps changed, made, staged and deleted in other files', async () => {
    const { folder, target } = twoCommits({ a: '1', b: '1', c: '1', d: '1' }, { a: '2' });
    write(folder, { b: 'by set-up', c: 'staged', 'new/file': 'n' });
    git(folder, 'add', 'c');
    rmSync(join(folder, 'd'));
    const repository = await open(folder);
    expect(await repository.checkoutDetached(target)).toEqual({ kind: 'moved' });

    expect(await repository.head()).toMatchObject({ sha: target, branch: undefined });
    expect(read(folder, 'a')).toBe('2');
    expect(git(folder, 'status', '--porcelain=v1').split('\n')).toEqual([' M b', 'M  c', ' D d', '?? new/']);
  });

  it('leaves the branch that was checked out where it was', async () => {
    const { folder, target } = twoCommits({ a: '1' }, { a: '2' });
    const main = git(folder, 'rev-parse', 'main');
    await (await open(folder)).checkoutDetached(target);
    expect(git(folder, 'rev-parse', 'main')).toBe(main);
  });

  it('makes, changes and removes files, links and folders as the commit has them', async () => {
    const { folder, target } = twoCommits(
      { gone: 'g', file: 'f', 'folder/x': 'x', 'folder/y': 'y' },
      {
        gone: undefined,
        file: undefined,
        'file/inside': 'i',
        'folder/x': undefined,
        'folder/y': undefined,
        folder: 'f',
      },
    );
    expect(await (await open(folder)).checkoutDetached(target)).toEqual({ kind: 'moved' });
    expect(git(folder, 'status', '--porcelain')).toBe('');
    expect(read(folder, 'file/inside')).toBe('i');
  });

  const REFUSALS: [string, Files, Record<string, string | undefined>, Files, string[]][] = [
    ['changed', { a: '1', b: '1' }, { a: '2', b: '2' }, { a: 'mine' }, ['a']],
    ['made', { a: '1' }, { b: '2' }, { b: 'mine' }, ['b']],
    ['that it ignores', { a: '1', '.gitignore': 'b\n' }, { b: '2' }, { b: 'mine' }, ['b']],
    ['that is to go', { a: '1', b: '1' }, { b: undefined }, { b: 'mine' }, ['b']],
    ['where a folder is to be', { a: '1' }, { 'b/c': '2' }, { b: 'mine' }, ['b/c']],
    [
      'where a folder is to be, ignored',
      { a: '1', '.gitignore': 'b\n' },
      { 'b/c': '2' },
      { b: 'mine' },
      ['b/c'],
    ],
    ['in a folder where a file is to be', { a: '1' }, { b: '2' }, { 'b/c': 'mine' }, ['b']],
    [
      'in a folder that becomes a file',
      { a: '1', 'b/x': 'x' },
      { 'b/x': undefined, b: '2' },
      { 'b/c': 'mine' },
      ['b'],
    ],
    ['in an ignored folder', { a: '1', '.gitignore': 'b/\n' }, { b: '2' }, { 'b/c': 'mine' }, ['b']],
  ];
  it.each(REFUSALS)(
    'refuses to overwrite a file %s here, names it, and does nothing',
    async (_, first, second, mine, paths) => {
      const { folder, target } = twoCommits(first, second);
      write(folder, mine);
      const repository = await open(folder);
      const before = await repository.head();
      const status = git(folder, 'status', '--porcelain', '--ignored');
      expect(await repository.checkoutDetached(target)).toEqual({ kind: 'refused', paths });
      expect(await repository.head()).toEqual(before);
      expect(git(folder, 'status', '--porcelain', '--ignored')).toBe(status);
      for (const [path, content] of Object.entries(mine)) expect(read(folder, path)).toBe(content);
    },
  );

  it('needs the commit to be in the repository', async () => {
    const repository = await open(repositoryWith({ a: '1' }));
    await expect(repository.checkoutDetached('d'.repeat(40))).rejects.toThrow('fetch it first');
    await expect(repository.checkoutDetached('main')).rejects.toThrow('is no commit id');
  });
});

function twoCommits(
  first: Files,
  second: Record<string, string | undefined>,
): { folder: string; target: string } {
  const folder = repositoryWith(first);
  git(folder, 'checkout', '-q', '-b', 'target');
  for (const [path, content] of Object.entries(second)) {
    if (content === undefined) rmSync(join(folder, path));
  }
  for (const [path, content] of Object.entries(second)) {
    if (content === undefined) continue;
    rmSync(join(folder, path), { recursive: true, force: true });
    write(folder, { [path]: content });
  }
  git(folder, 'add', '-A', '-f');
  const target = commitAll(folder, 'target');
  git(folder, 'checkout', '-q', 'main');
  return { folder, target };
}

function read(folder: string, path: string): string {
  return readFileSync(join(folder, path), 'utf8');
}
