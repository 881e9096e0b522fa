import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempDir } from '../support/temp.ts';
import { disturb, randomSequence } from './disturb.ts';
import { commitAll, git, open, repositoryWith, treeByGit, treeOf, write } from './fixture.ts';

describe('a snapshot of the Workspace', () => {
  it('of an untouched checkout is the tree of its commit', async () => {
    const folder = repositoryWith({ a: '1\n', 'b/c': '2\n' });
    const repository = await open(folder);
    expect(await repository.snapshot()).toEqual({
      tree: git(folder, 'rev-parse', 'HEAD^{tree}'),
      leftOut: [],
    });
  });

  it('has changed, new, deleted, linked and executable files, and no ignored ones', async () => {
    const folder = repositoryWith({ kept: 'k', changed: '1', gone: 'g', '.gitignore': '*.log\nbuild/\n' });
    write(folder, {
      changed: '2',
      'new/deep/file': 'n',
      'x.log': 'no',
      'build/out': 'no',
      tool: '#!/bin/sh\n',
    });
    rmSync(join(folder, 'gone'));
    chmodSync(join(folder, 'tool'), 0o755);
    symlinkSync('../outside', join(folder, 'link'));
    expect(await snapshotFiles(folder)).toEqual([
      '100644 .gitignore',
      '100644 changed',
      '100644 kept',
      '120000 link',
      '100644 new/deep/file',
      '100755 tool',
    ]);
  });

  it('obeys the ignore patterns that the clone keeps for itself', async () => {
    const folder = repositoryWith({ a: '1' });
    write(folder, { '.git/info/exclude': 'private\n', private: 'p', public: 'q' });
    expect(await snapshotFiles(folder)).toEqual(['100644 a', '100644 public']);
  });

  it('follows files that became folders and folders that became files', async () => {
    const folder = repositoryWith({ file: 'f', 'folder/a': 'a', 'folder/b': 'b' });
    rmSync(join(folder, 'file'));
    rmSync(join(folder, 'folder'), { recursive: true });
    write(folder, { 'file/inside': 'i', folder: 'now a file' });
    expect(await snapshotFiles(folder)).toEqual(['100644 file/inside', '100644 folder']);
  });

  it('keeps names apart that are hard to quote', async () => {
    const folder = repositoryWith({ a: '1' });
    const names = ['new\nline', 'tab\t', '"quoted"', '-dash', ':(glob)*', 'ü企🐧', ' blank ', 'a\\b'];
    write(folder, Object.fromEntries(names.map((name) => [name, name])));
    expect(await snapshotFiles(folder)).toEqual(
      ['a', ...names].map((name) => `100644 ${name}`).sort(byBytes),
    );
  });

  it('keeps a name that is no UTF-8 as it is', async () => {
    const folder = repositoryWith({ a: '1' });
    writeFileSync(Buffer.concat([Buffer.from(`${folder}/`), Buffer.from([0x66, 0xff])]), 'odd');
    const repository = await open(folder);
    const { tree } = await repository.snapshot();
    expect(tree).toBe(treeByGit(folder));
    const [change] = await repository.changes(git(folder, 'rev-parse', 'HEAD^{tree}'), tree);
    expect(change).toMatchObject({ path: 'f\ufffd', status: 'A', additions: 1 });
  });

  it('leaves the index, the configuration and the objects of the repository byte for byte as they were', async () => {
    const folder = repositoryWith({ a: '1', b: '2' });
    write(folder, { a: 'staged', c: 'new' });
    git(folder, 'add', 'a');
    write(folder, { a: 'and changed again' });
    const before = everythingIn(join(folder, '.git'));
    const { tree } = await (await open(folder)).snapshot();
    expect(everythingIn(join(folder, '.git'))).toEqual(before);
    expect(tree).toBe(treeByGit(folder));
  });

  it('resolves a merge conflict to what lies in the Workspace', async () => {
    const folder = repositoryWith({ a: 'base\n' });
    git(folder, 'checkout', '-q', '-b', 'side');
    write(folder, { a: 'side\n' });
    commitAll(folder, 'side');
    git(folder, 'checkout', '-q', 'main');
    write(folder, { a: 'main\n' });
    commitAll(folder, 'main');
    expect(() => git(folder, 'merge', 'side')).toThrow();
    expect(await snapshotFiles(folder)).toEqual(['100644 a']);
  });

  it('leaves out repositories inside it, with and without a commit, and names them', async () => {
    const folder = repositoryWith({ a: '1' });
    repositoryWith({ inner: 'i' }, join(folder, 'vendor', 'clone'));
    git(tempDir(), 'init', '-q', join(folder, 'fresh'));
    const { tree, leftOut } = await (await open(folder)).snapshot();
    expect(leftOut).toEqual(['fresh/', 'vendor/clone/']);
    expect(tree).toBe(git(folder, 'rev-parse', 'HEAD^{tree}'));
  });

  it('leaves out a pipe and names it, whether it is new or stands where a file was', async () => {
    const folder = repositoryWith({ a: '1', b: '2' });
    rmSync(join(folder, 'b'));
    execFileSync('sh', ['-c', 'mkfifo "$@"', 'sh', join(folder, 'b'), join(folder, 'new-pipe')]);
    write(folder, { c: '3' });
    const repository = await open(folder);
    const { tree, leftOut } = await repository.snapshot();
    expect(leftOut).toEqual(['b']);
    expect(
      (await repository.changes(git(folder, 'rev-parse', 'HEAD^{tree}'), tree)).map(({ path }) => path),
    ).toEqual(['c']);
  });

  it.skipIf(process.getuid?.() === 0)('leaves out a file that it may not read, and names it', async () => {
    const folder = repositoryWith({ a: '1' });
    write(folder, { secret: 's', open: 'o' });
    chmodSync(join(folder, 'secret'), 0);
    const { leftOut } = await (await open(folder)).snapshot();
    expect(leftOut).toEqual(['secret']);
  });

  it('sees a change of the same size made in the moment in which the index was written', async () => {
    const folder = repositoryWith({ a: '1' });
    const moment = new Date('2026-01-01T00:00:00Z');
    git(folder, 'config', 'core.trustCtime', 'false');
    utimesSync(join(folder, 'a'), moment, moment);
    git(folder, 'update-index', '--refresh');
    write(folder, { a: '2' });
    utimesSync(join(folder, 'a'), moment, moment);
    utimesSync(join(folder, '.git', 'index'), moment, moment);

    const repository = await open(folder);
    const { tree } = await repository.snapshot();
    const changes = await repository.changes(git(folder, 'rev-parse', 'HEAD^{tree}'), tree);
    expect(changes).toEqual([expect.objectContaining({ path: 'a', status: 'M' })]);
  });

  it('taken from a folder inside the repository still is of the whole of it', async () => {
    const folder = repositoryWith({ 'packages/one/a': '1', b: '2' });
    write(folder, { c: 'new' });
    const repository = await open(join(folder, 'packages', 'one'));
    expect(repository.top).toBe(folder);
    expect((await repository.snapshot()).tree).toBe(treeByGit(folder));
  });

  it('sees a tracked folder that became a link to a folder with a file of the same name', async () => {
    const folder = repositoryWith({ 'a/1': '1', 'b/1': '2' });
    rmSync(join(folder, 'a'), { recursive: true });
    symlinkSync('b', join(folder, 'a'));
    expect((await (await open(folder)).snapshot()).tree).toBe(treeByGit(folder));
  });

  it('agrees with git about random Workspaces', async () => {
    const seed = Date.now() % 2 ** 31;
    const random = randomSequence(seed);
    const folder = repositoryWith({ 'a/1': '1', 'a/2': '2', 'b/1': '3', c: '4', '.gitignore': 'ignored*\n' });
    const repository = await open(folder);
    for (let round = 0; round < 20; round += 1) {
      for (let step = 0; step < 6; step += 1) disturb(folder, random);
      if (random() < 0.3) git(folder, 'add', '-A');
      if (random() < 0.2) commitAll(folder, `round ${round}`);
      expect((await repository.snapshot()).tree, `seed ${seed}, round ${round}`).toBe(treeByGit(folder));
    }
  });
});

async function snapshotFiles(folder: string): Promise<string[]> {
  const { tree } = await (await open(folder)).snapshot();
  expect(tree).toBe(treeByGit(folder));
  return treeOf(folder, tree);
}

function everythingIn(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return Object.fromEntries(
    files
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => [file, readFileSync(file, 'base64')]),
  );
}

function byBytes(left: string, right: string): number {
  return Buffer.compare(Buffer.from(left.slice(7)), Buffer.from(right.slice(7)));
}
