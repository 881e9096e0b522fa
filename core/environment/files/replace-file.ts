import { constants } from 'node:fs';
import { type FileHandle, lstat, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { NewId } from '../../omnimessage/index.ts';
import type { WriteTarget } from './open-target.ts';
import { isMissing } from './real-path.ts';

/** A file that is edited or compared is held in memory whole. */
const MAX_FILE_BYTES = 16 * 1024 * 1024;

const NEW_FILE_MODE = 0o644;
const PERMISSIONS = 0o7777n;

/** The bytes that are there now; nothing for a new file. */
export async function readTarget({ folder, name, path, existing }: WriteTarget): Promise<Buffer | undefined> {
  if (existing === undefined) return undefined;
  if (existing.size > BigInt(MAX_FILE_BYTES)) {
    throw new Error(
      `${path} has ${existing.size} bytes; files over ${MAX_FILE_BYTES} bytes cannot be edited or replaced.`,
    );
  }
  const handle = await open(
    join(folder.anchor, name),
    constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK,
  );
  try {
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}

/**
 * Puts `bytes` in place in one step: whoever reads sees the old file or the new one, never half of it. Mode and owner are kept. Fails when
 * the file changed since the target was opened.
 */
export async function replaceTarget(target: WriteTarget, bytes: Buffer, newId: NewId): Promise<void> {
  const temporary = join(target.folder.anchor, `.penguin-${newId()}.tmp`);
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
  const handle = await open(temporary, flags, NEW_FILE_MODE);
  try {
    await fill(handle, bytes, target);
    await expectUnchanged(target);
    await rename(temporary, join(target.folder.anchor, target.name));
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

async function fill(handle: FileHandle, bytes: Buffer, { existing }: WriteTarget): Promise<void> {
  try {
    await handle.writeFile(bytes);
    if (existing === undefined) return;
    const made = await handle.stat({ bigint: true });
    if (made.uid !== existing.uid || made.gid !== existing.gid) {
      await handle.chown(Number(existing.uid), Number(existing.gid));
    }
    await handle.chmod(Number(existing.mode & PERMISSIONS));
  } finally {
    await handle.close();
  }
}

async function expectUnchanged({ folder, name, path, existing }: WriteTarget): Promise<void> {
  const now = await lstat(join(folder.anchor, name), { bigint: true }).catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
  const same =
    now?.ino === existing?.ino && now?.mtimeNs === existing?.mtimeNs && now?.size === existing?.size;
  if (!same) throw new Error(`${path} was changed by somebody else meanwhile. Read it again, then repeat.`);
}
