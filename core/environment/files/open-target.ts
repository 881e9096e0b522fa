import type { BigIntStats } from 'node:fs';
import { lstat, mkdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { errorCode } from './error-code.ts';
import { deepestExisting, missingPathText } from './missing-path.ts';
import { type Opened, openWithoutLinks } from './opened.ts';
import { isMissing, realPathOf } from './real-path.ts';
import type { Walls } from './walls.ts';

/** Where a file is to be written: an open, checked folder and a name in it. The caller closes `folder.handle`. */
export interface WriteTarget {
  folder: Opened;
  name: string;
  /** Relative to the Workspace, links resolved. */
  path: string;
  /** What is there now: always a regular file with one name; nothing for a new file. */
  existing: BigIntStats | undefined;
}

/** `existing`: a file that is not there is an error, and nothing is made on the way to it. */
export type WantedTarget = 'existing' | 'any';

/** Resolves `path` for writing. Missing folders are made, one by one, each inside the one checked before. */
export async function openTarget(walls: Walls, path: string, wanted: WantedTarget): Promise<WriteTarget> {
  const absolute = walls.absolute(path);
  const { parent, missing, name } = await place(walls, absolute, path, wanted);
  const folder = await openFolders(walls, parent, missing, path);
  try {
    const existing = await statOf(join(folder.anchor, name));
    if (existing !== undefined) expectWritable(existing, path);
    return { folder, name, path: walls.show(join(folder.realPath, name)), existing };
  } catch (error) {
    await folder.handle.close();
    throw error;
  }
}

/** A link that stays inside is written through, so that the link itself remains. */
async function place(walls: Walls, absolute: string, shown: string, wanted: WantedTarget) {
  const real = await realPathOf(absolute);
  if (real !== undefined) {
    walls.admit(real, shown);
    if (real === walls.root) throw new Error(`${shown} is the workspace itself. Name a file in it.`);
    return { parent: dirname(real), missing: [], name: basename(real) };
  }
  if (wanted === 'existing') throw new Error(await missingPathText(walls, absolute, shown));
  const { real: parent, rest } = await deepestExisting(absolute);
  walls.admit(parent, shown);
  return { parent, missing: rest.slice(0, -1), name: basename(absolute) };
}

async function openFolders(walls: Walls, parent: string, missing: string[], shown: string): Promise<Opened> {
  let folder = await openFolder(walls, parent, shown);
  for (const name of missing) {
    const outer = folder;
    try {
      folder = await makeFolder(walls, join(outer.anchor, name), shown);
    } finally {
      await outer.handle.close();
    }
  }
  return folder;
}

async function makeFolder(walls: Walls, path: string, shown: string): Promise<Opened> {
  try {
    await mkdir(path);
  } catch (error) {
    // Somebody else made it meanwhile; what it is gets checked next.
    if (errorCode(error) !== 'EEXIST') throw error;
  }
  return openFolder(walls, path, shown);
}

async function openFolder(walls: Walls, path: string, shown: string): Promise<Opened> {
  const folder = await openWithoutLinks(path);
  try {
    walls.admit(folder.realPath, shown);
    if (!folder.stats.isDirectory())
      throw new Error(`${shown} cannot be written: ${walls.show(folder.realPath)} is no folder.`);
    return folder;
  } catch (error) {
    await folder.handle.close();
    throw error;
  }
}

async function statOf(path: string): Promise<BigIntStats | undefined> {
  try {
    return await lstat(path, { bigint: true });
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

function expectWritable(found: BigIntStats, shown: string): void {
  if (found.isDirectory()) throw new Error(`${shown} is a folder. Name a file.`);
  if (found.isSymbolicLink())
    throw new Error(`${shown} is a link that leads nowhere. Remove it or write elsewhere.`);
  if (!found.isFile())
    throw new Error(`${shown} is a device, a pipe or a socket. Only regular files can be written.`);
  if (found.nlink > 1n) {
    throw new Error(
      `${shown} has ${found.nlink} names (hard links), so writing it could change a file elsewhere. Copy it first.`,
    );
  }
}
