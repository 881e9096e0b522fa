import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ConfigEntry } from './hardening.ts';
import type { Layout, OwnPaths } from './layout.ts';
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
  layout: Layout;
  /** The settings of the Workspace that hold here too. */
  inert: readonly ConfigEntry[];
}

export async function createSealedDir(settings: SealedDirSettings): Promise<SealedDir> {
  const { git, own, top, scratchDir, inert } = settings;
  const { paths, objectFormat } = settings.layout;
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
