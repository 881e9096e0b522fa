import { realpathSync } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { missingPathText } from './files/missing-path.ts';
import { openTarget, type WantedTarget, type WriteTarget } from './files/open-target.ts';
import { type Opened, openWithoutLinks } from './files/opened.ts';
import { realPathOf } from './files/real-path.ts';
import { createWalls, type Walls } from './files/walls.ts';

/** Something inside the Workspace, opened and checked. The caller closes `handle`. */
export interface OpenedPath extends Opened {
  /** Relative to the Workspace, links resolved: how it is shown to the model. */
  path: string;
}

type WantedKind = 'file' | 'folder' | 'either';

/**
 * The one way from a path that a model wrote to a file. What counts is where the opened descriptor leads, not what the path looked
 * like: a link that is flipped between the look and the open changes nothing. Every refusal is an Error that tells what to do.
 */
export interface Workspace {
  /** The real path. */
  readonly root: string;
  /** Opens a regular file or a folder for reading. */
  open(path: string, wanted: WantedKind): Promise<OpenedPath>;
  /** Opens the folder in which a file is to be written, making it when it is missing. */
  openTarget(path: string, wanted: WantedTarget): Promise<WriteTarget>;
}

/** `dir` must exist. `alsoReadable` are existing folders outside of it that may be read, never written. */
export function createWorkspace(dir: string, alsoReadable: readonly string[]): Workspace {
  const root = realpathSync(dir);
  const readable = [root, ...alsoReadable.map((folder) => realpathSync(folder))];
  const reading = createWalls(resolve(dir), root, readable);
  const writing = createWalls(resolve(dir), root, [root]);
  return {
    root,
    open: (path, wanted) => openExisting(reading, path, wanted),
    openTarget: (path, wanted) => openTarget(writing, path, wanted),
  };
}

async function openExisting(walls: Walls, path: string, wanted: WantedKind): Promise<OpenedPath> {
  const absolute = walls.absolute(path);
  const real = await realPathOf(absolute);
  if (real === undefined) throw new Error(await missingPathText(walls, absolute, path));
  walls.admit(real, path);
  // Looked at first, because already the opening of a device can do something.
  expectKind(await lstat(real), path, wanted);
  const opened = await openWithoutLinks(real);
  try {
    walls.admit(opened.realPath, path);
    expectKind(opened.stats, path, wanted);
    return { ...opened, path: walls.show(opened.realPath) };
  } catch (error) {
    await opened.handle.close();
    throw error;
  }
}

interface Kind {
  isFile(): boolean;
  isDirectory(): boolean;
}

function expectKind(found: Kind, path: string, wanted: WantedKind): void {
  if (!found.isFile() && !found.isDirectory()) {
    throw new Error(`${path} is a device, a pipe or a socket. Only files and folders can be used.`);
  }
  if (wanted === 'folder' && !found.isDirectory()) throw new Error(`${path} is not a folder.`);
  if (wanted === 'file' && !found.isFile()) {
    throw new Error(`${path} is a folder. Use glob to list what is in it.`);
  }
}
