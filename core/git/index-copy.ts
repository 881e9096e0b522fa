import { copyFile, rm, stat, utimes } from 'node:fs/promises';
import { ifThere } from './if-there.ts';
import type { BoundGit } from './run.ts';
import type { SealedDir } from './sealed-dir.ts';

/**
 * Runs `act` with a git whose index is a copy of the Workspace's, so that what git knows of unchanged files serves
 * and the original stays as it is.
 */
export async function withIndexCopy<T>(dir: SealedDir, act: (files: BoundGit) => Promise<T>): Promise<T> {
  const copy = dir.newFile();
  try {
    await copyIndex(dir.ownPaths.index, copy);
    return await act(dir.files(copy));
  } finally {
    await rm(copy, { force: true });
  }
}

/** A repository in which nothing was ever added has no index, and neither has the copy then. */
async function copyIndex(from: string, to: string): Promise<void> {
  const original = await ifThere(stat(from));
  if (original === undefined) return;
  await copyFile(from, to);
  // git reads a file's content again if it is not older than the index: a copy that looked younger would hide a
  // change
  // made right after the original was written. A millisecond less makes up for what the date loses on its way.
  await utimes(to, original.atime, new Date(original.mtimeMs - 1));
}
