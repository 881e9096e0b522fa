import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openRepository } from '../../core/git/index.ts';
import { tempDir } from '../support/temp.ts';
import { commitAll, defaults, git, open, PERSON, repositoryWith, treeOf, write } from './fixture.ts';

const HEAD = { sha: expect.stringMatching(/^[0-9a-f]{40}$/), branch: 'main', shallow: false };
const POINTER = 'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12\n';

describe('kinds of Workspaces', () => {
  it.each([
    ['no repository', 'not_a_repository', /is not in a git repository: check one out first/, () => tempDir()],
    ['a bare repository', 'bare', /is a bare git repository.*clone it/, bare],
    ['a repository without a commit', 'no_commit', /without a commit: make a first one/, unborn],
  ])('%s cannot be worked with, and the message says what to do', async (_, reason, message, make) => {
    const workspaceDir = make();
    const opened = await openRepository(defaults(workspaceDir));
    expect(opened).toMatchObject({ kind: 'unusable', reason, message: expect.stringMatching(message) });
    expect(opened).toHaveProperty('message', expect.stringContaining(workspaceDir));
  });

  it('without git there is nothing to work with', async () => {
    const folder = repositoryWith({ a: '1' });
    const opened = await openRepository({ ...defaults(folder), path: tempDir() });
    expect(opened).toMatchObject({ reason: 'no_git', message: expect.stringContaining('git 2.32 or newer') });
  });

  it('a branch is named, a detached HEAD has none', async () => {
    const folder = repositoryWith({ a: '1' });
    const repository = await open(folder);
    expect(await repository.head()).toEqual(HEAD);
    git(folder, 'checkout', '-q', '--detach');
    expect(await repository.head()).toEqual({ ...HEAD, branch: undefined });
  });

  it('a shallow clone is known as one and works', async () => {
    const origin = repositoryWith({ a: '1' });
    commitAll(origin, 'second');
    const folder = join(tempDir(), 'clone');
    git(origin, 'clone', '-q', '--depth', '1', `file://${origin}`, folder);
    const repository = await open(folder);
    expect(await repository.head()).toEqual({ ...HEAD, shallow: true });
    expect((await repository.snapshot()).tree).toBe(git(origin, 'rev-parse', 'HEAD^{tree}'));
  });

  it('a worktree has its own HEAD, index and files', async () => {
    const main = repositoryWith({ a: '1' });
    const folder = join(tempDir(), 'tree');
    git(main, 'worktree', 'add', '-q', '-b', 'side', folder);
    write(folder, { b: 'only here' });
    const repository = await open(folder);
    expect(await repository.head()).toEqual({ ...HEAD, branch: 'side' });
    const { tree } = await repository.snapshot();
    const changes = await repository.changes(git(main, 'rev-parse', 'HEAD^{tree}'), tree);
    expect(changes.map(({ path, status }) => `${status} ${path}`)).toEqual(['A b']);
  });

  it('a submodule inside is the commit that is checked out in it', async () => {
    const { folder, inner } = withSubmodule();
    const repository = await open(folder);
    const before = await repository.snapshot();
    expect(before).toEqual({ tree: git(folder, 'rev-parse', 'HEAD^{tree}'), leftOut: [] });

    write(inner, { i: 'changed but not committed' });
    expect((await repository.snapshot()).tree).toBe(before.tree);
    commitAll(inner, 'moved on');
    const after = await repository.snapshot();
    expect(await repository.changes(before.tree, after.tree)).toEqual([
      expect.objectContaining({ path: 'sub', status: 'M', oldMode: '160000', newMode: '160000' }),
    ]);
  });

  it('a submodule itself is a repository like any other', async () => {
    const { inner } = withSubmodule();
    write(inner, { j: 'new' });
    const repository = await open(inner);
    expect(repository.top).toBe(inner);
    const { tree } = await repository.snapshot();
    const changes = await repository.changes(git(inner, 'rev-parse', 'HEAD^{tree}'), tree);
    expect(changes.map(({ path }) => path)).toEqual(['j']);
  });

  it('a file of LFS is what lies there, pointer or content, and is named when the run changed it', async () => {
    const folder = repositoryWith({
      '.gitattributes': '*.bin filter=lfs\n',
      'a.bin': POINTER,
      'b.bin': POINTER,
      c: '1',
    });
    const repository = await open(folder);
    expect((await repository.snapshot()).tree).toBe(git(folder, 'rev-parse', 'HEAD^{tree}'));

    write(folder, { 'a.bin': 'fetched by a step' });
    const before = await repository.snapshot();
    write(folder, { 'b.bin': 'made by the run', c: '2' });
    const after = await repository.snapshot();
    const base = git(folder, 'rev-parse', 'HEAD');
    const composed = await repository.composeTree({ base, before: before.tree, after: after.tree });
    expect(composed.changes.map(({ path }) => path)).toEqual(['b.bin', 'c']);
    expect(composed.filtered).toEqual(['b.bin']);
  });

  it('a sparse and partial clone works, and what is not in it stays as the commit has it', async () => {
    const origin = repositoryWith({ a: '1', 'far/b': '1', 'far/c': '1' });
    git(origin, 'config', 'uploadpack.allowFilter', 'true');
    const folder = join(tempDir(), 'clone');
    git(origin, 'clone', '-q', '--sparse', '--filter=tree:0', `file://${origin}`, folder);
    const repository = await open(folder);
    const { sha: base } = await repository.head();
    const before = await repository.snapshot();
    expect(before.tree).toBe(git(origin, 'rev-parse', 'HEAD^{tree}'));

    write(folder, { a: '2' });
    const after = await repository.snapshot();
    const { tree, changes } = await repository.composeTree({ base, before: before.tree, after: after.tree });
    expect(changes.map(({ path }) => path)).toEqual(['a']);
    const commit = {
      tree,
      parents: [base],
      message: 'm',
      author: PERSON,
      committer: PERSON,
      date: new Date(0),
    };
    const sha = await repository.commit(commit);
    expect(await repository.push({ url: origin, ref: 'refs/heads/x', sha })).toEqual({ kind: 'pushed' });
    expect(treeOf(origin, sha)).toEqual(['100644 a', '100644 far/b', '100644 far/c']);

    write(origin, { 'far/b': '2' });
    const newer = commitAll(origin, 'newer');
    await repository.fetch({ url: origin, want: newer });
    expect(await repository.checkoutDetached(newer)).toEqual({ kind: 'moved' });
    expect(git(folder, 'status', '--porcelain')).toBe(' M a');
    expect(readdirSync(folder)).toEqual(['.git', 'a']);
  });

  it('a repository that keeps SHA-256 ids works too', async () => {
    const folder = join(tempDir(), 'work');
    git(tempDir(), 'init', '-q', '--object-format=sha256', folder);
    write(folder, { a: '1' });
    const sha = commitAll(folder, 'first');
    const repository = await open(folder);
    expect(await repository.head()).toMatchObject({ sha });
    expect((await repository.snapshot()).tree).toBe(git(folder, 'rev-parse', 'HEAD^{tree}'));
  });
});

function bare(): string {
  const folder = tempDir();
  git(folder, 'init', '-q', '--bare');
  return folder;
}

function unborn(): string {
  const folder = tempDir();
  git(folder, 'init', '-q');
  return folder;
}

function withSubmodule(): { folder: string; inner: string } {
  const library = repositoryWith({ i: '1' });
  const folder = repositoryWith({ a: '1' });
  git(folder, 'submodule', '--quiet', 'add', library, 'sub');
  commitAll(folder, 'with a submodule');
  return { folder, inner: join(folder, 'sub') };
}
