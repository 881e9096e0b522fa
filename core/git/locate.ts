import { readFile, realpath, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

/** Where a Workspace's repository is. */
export type Location =
  | { kind: 'repository'; top: string; gitDir: string }
  | { kind: 'bare' }
  | { kind: 'none' };

/**
 * Looks for `.git` from the Workspace upwards, as git does, but never takes a folder that only looks like a git
 * directory for one: a repository can carry such a folder among its files.
 */
export async function locate(workspaceDir: string): Promise<Location> {
  const start = await realpath(workspaceDir);
  for (let top = start; ; top = dirname(top)) {
    const gitDir = await gitDirOf(top);
    if (gitDir !== undefined) return { kind: 'repository', top, gitDir };
    if (top === dirname(top)) break;
  }
  return (await looksBare(start)) ? { kind: 'bare' } : { kind: 'none' };
}

/** `.git` is a folder, or in worktrees and submodules a file that names one. */
async function gitDirOf(top: string): Promise<string | undefined> {
  const dotGit = join(top, '.git');
  const kind = await kindOf(dotGit);
  if (kind === 'folder') return await realpath(dotGit);
  if (kind !== 'file') return undefined;
  const target = /^gitdir: (.+?)\r?\n?$/.exec(await readFile(dotGit, 'utf8'))?.[1];
  if (target === undefined) return undefined;
  const gitDir = resolve(top, target);
  return (await kindOf(gitDir)) === 'folder' ? await realpath(gitDir) : undefined;
}

async function looksBare(folder: string): Promise<boolean> {
  const kinds = await Promise.all(['HEAD', 'objects', 'refs'].map((name) => kindOf(join(folder, name))));
  return kinds.join() === 'file,folder,folder';
}

async function kindOf(path: string): Promise<'file' | 'folder' | 'other' | 'nothing'> {
  try {
    const found = await stat(path);
    if (found.isDirectory()) return 'folder';
    return found.isFile() ? 'file' : 'other';
  } catch {
    // Not there, or not ours to see: either way there is no repository to open.
    return 'nothing';
  }
}
