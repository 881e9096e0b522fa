import type { NewId } from '../../omnimessage/index.ts';
import type { Workspace } from '../workspace-path.ts';
import type { WantedTarget } from './open-target.ts';
import { readTarget, replaceTarget } from './replace-file.ts';

/** What a write did. */
export interface FileChange {
  /** Relative to the Workspace, links resolved. */
  path: string;
  /** Nothing for a new file. */
  before: Buffer | undefined;
  after: Buffer;
}

/**
 * Writes files whole and in one step. Writes of one Environment happen one after the other: tools of one turn run side by side, and of two
 * edits of one file both must last.
 */
export interface FileWriter {
  /** Replaces an existing file by what `change` makes of its bytes; when `change` throws, nothing is written. */
  edit(path: string, change: (before: Buffer, shown: string) => Buffer): Promise<FileChange>;
  /** Creates the file, with missing folders, or replaces it. */
  write(path: string, content: Buffer): Promise<FileChange>;
}

type Change = (before: Buffer | undefined, shown: string) => Buffer;

export function createFileWriter(workspace: Workspace, newId: NewId): FileWriter {
  let last: Promise<unknown> = Promise.resolve();

  function inTurn(path: string, wanted: WantedTarget, change: Change): Promise<FileChange> {
    const mine = last.then(() => changeFile(path, wanted, change));
    last = Promise.allSettled([mine]);
    return mine;
  }

  async function changeFile(path: string, wanted: WantedTarget, change: Change): Promise<FileChange> {
    const target = await workspace.openTarget(path, wanted);
    try {
      const before = await readTarget(target);
      const after = change(before, target.path);
      await replaceTarget(target, after, newId);
      return { path: target.path, before, after };
    } finally {
      await target.folder.handle.close();
    }
  }

  return {
    edit: (path, change) =>
      inTurn(path, 'existing', (before = Buffer.alloc(0), shown) => change(before, shown)),
    write: (path, content) => inTurn(path, 'any', () => content),
  };
}
