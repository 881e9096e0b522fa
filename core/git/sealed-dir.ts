import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inertConfig } from './inert-config.ts';
import type { BoundGit, Git } from './run.ts';

/**
 * A git directory of our own over the Workspace's objects.
 *
 * The configuration, attributes and hooks of a repository can name programs to run, and there is no complete list
 * of the keys that do. So ours has its own configuration, and of the Workspace's git directory it sees only what
 * names nothing: objects, the shallow boundary, ignore patterns, and a few plain settings. What we write
 * (snapshots, commits) goes into its own object store and is gone when it is closed.
 */
export interface SealedDir {
  /** The folder that holds `.git`; every path in an answer is relative to it. */
  top: string;
  /**
   * Trees, commits, the network. There is no working tree here, so no attributes file can hide or change a thing.
   */
  objects: BoundGit;
  /** The files of the Workspace, seen through the index in `indexFile`. */
  files(indexFile: string): BoundGit;
  /** The Workspace's own git directory: for HEAD alone. */
  own: BoundGit;
  /** Paths inside the Workspace's own git directory. */
  ownPaths: OwnPaths;
  /** The shallow boundary: a link, so that what a fetch moves is moved for the Workspace too. */
  shallowLink: string;
  /** A name that nothing of ours has yet. */
  newName(): string;
  /** A path, for a file of ours, where nothing is yet. */
  newFile(): string;
  close(): Promise<void>;
}

interface OwnPaths {
  objects: string;
  index: string;
  shallow: string;
  exclude: string;
  sparse: string;
}

/** git in the Workspace's own git directory, under the hardening alone. */
export function bindOwn(git: Git, top: string, gitDir: string): BoundGit {
  return (args, call) =>
    git(args, { ...call, cwd: top, env: { ...call?.env, GIT_DIR: gitDir, GIT_WORK_TREE: top } });
}

export interface SealedDirSettings {
  git: Git;
  own: BoundGit;
  top: string;
  /** A folder that the model's commands cannot reach: who can write there, can run programs as us. */
  scratchDir: string;
}

export async function createSealedDir({ git, own, top, scratchDir }: SealedDirSettings): Promise<SealedDir> {
  const [{ paths, objectFormat }, inert] = await Promise.all([askPaths(own), inertConfig(own)]);
  await mkdir(scratchDir, { recursive: true, mode: 0o700 });
  const dir = await mkdtemp(join(scratchDir, 'git-'));
  await furnish(dir, paths, objectFormat);

  let names = 0;
  const newName = () => `n${names++}`;
  return {
    top,
    own,
    ownPaths: paths,
    objects: (args, call) => git(args, { ...call, cwd: dir, env: { ...call?.env, GIT_DIR: dir } }),
    files: (indexFile) => (args, call) =>
      git(args, {
        ...call,
        cwd: top,
        config: inert,
        env: { GIT_DIR: dir, GIT_WORK_TREE: top, GIT_INDEX_FILE: indexFile },
      }),
    shallowLink: join(dir, 'shallow'),
    newName,
    newFile: () => join(dir, newName()),
    close: () => rm(dir, { recursive: true, force: true }),
  };
}

/** Asks git, because worktrees and submodules keep these in different places. */
async function askPaths(own: BoundGit): Promise<{ paths: OwnPaths; objectFormat: string }> {
  const names = ['objects', 'index', 'shallow', 'info/exclude', 'info/sparse-checkout'];
  const asked = names.flatMap((name) => ['--git-path', name]);
  const { stdout } = await own(['rev-parse', '--path-format=absolute', ...asked, '--show-object-format']);
  const [objects = '', index = '', shallow = '', exclude = '', sparse = '', objectFormat = ''] = stdout
    .toString('utf8')
    .split('\n');
  return { paths: { objects, index, shallow, exclude, sparse }, objectFormat };
}

async function furnish(dir: string, paths: OwnPaths, objectFormat: string): Promise<void> {
  const folders = ['refs', 'info', join('objects', 'info')];
  await Promise.all(folders.map((name) => mkdir(join(dir, name), { recursive: true })));
  await Promise.all([
    writeFile(join(dir, 'HEAD'), 'ref: refs/heads/none\n'),
    writeFile(join(dir, 'config'), configFile(objectFormat)),
    writeFile(join(dir, 'objects', 'info', 'alternates'), `${paths.objects}\n`),
    symlink(paths.exclude, join(dir, 'info', 'exclude')),
    symlink(paths.sparse, join(dir, 'info', 'sparse-checkout')),
    symlink(paths.shallow, join(dir, 'shallow')),
  ]);
}

function configFile(objectFormat: string): string {
  const core = '[core]\n\trepositoryFormatVersion = 1\n\tbare = true\n';
  return `${core}[extensions]\n\tobjectFormat = ${objectFormat}\n`;
}
