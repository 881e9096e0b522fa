import { lstat } from 'node:fs/promises';
import { type BytePath, onDisk } from './byte-path.ts';
import { ifThere } from './if-there.ts';
import type { EntryChange } from './tree-changes.ts';

/**
 * Which of the files that a move writes or removes would cost something that is here: `moved` is the way from HEAD
 * to the target, `local` the way from HEAD to what lies in the Workspace. Ignored files are in no tree, so the disk
 * is asked for them.
 */
export async function pathsInTheWay(
  top: string,
  moved: readonly EntryChange[],
  local: readonly EntryChange[],
): Promise<BytePath[]> {
  const clashes = clashWith(local);
  const yielding = yieldedBy(moved);
  const blocked = await Promise.all(
    moved.map(async ({ path, status }) => {
      if (clashes(path)) return true;
      const obstacle = status === 'A' ? await obstacleTo(top, path) : undefined;
      return obstacle !== undefined && !yielding.has(obstacle);
    }),
  );
  return moved.filter((_, at) => blocked[at]).map(({ path }) => path);
}

/** The same path, or a folder with something of here in it where the target has a file. */
function clashWith(local: readonly EntryChange[]): (path: BytePath) => boolean {
  const touched = new Set(local.map(({ path }) => path));
  const present = local.filter(({ status }) => status !== 'D');
  const folders = new Set(present.flatMap(({ path }) => foldersAbove(path)));
  return (path) => touched.has(path) || folders.has(path);
}

/** Paths that the move itself clears: files that it removes, and the folders that they were in. */
function yieldedBy(moved: readonly EntryChange[]): Set<BytePath> {
  const removed = moved.filter(({ status }) => status === 'D').map(({ path }) => path);
  return new Set([...removed, ...removed.flatMap(foldersAbove)]);
}

/**
 * What stands on the disk where a new file is to be: the file or folder itself, or a file in place of a folder
 * above.
 */
async function obstacleTo(top: string, path: BytePath): Promise<BytePath | undefined> {
  for (const above of foldersAbove(path)) {
    const found = await ifThere(lstat(onDisk(top, above)));
    if (found === undefined) return undefined;
    if (!found.isDirectory()) return above;
  }
  return (await ifThere(lstat(onDisk(top, path)))) === undefined ? undefined : path;
}

/** `a/b/c` → `a`, `a/b`. */
function foldersAbove(path: BytePath): BytePath[] {
  const parts = path.split('/');
  return parts.slice(1).map((_, at) => parts.slice(0, at + 1).join('/'));
}
