import { type BigIntStats, constants } from 'node:fs';
import { type FileHandle, lstat, open, readlink, realpath } from 'node:fs/promises';
import { errorCode } from './error-code.ts';

/** An open file or folder whose true place is known. Whoever opened it closes `handle`. */
export interface Opened {
  handle: FileHandle;
  /** Where the descriptor truly leads, whatever happened to links meanwhile. */
  realPath: string;
  /** A name for exactly this descriptor: entries reached through it cannot be led elsewhere. */
  anchor: string;
  stats: BigIntStats;
}

/** Opens without following a link in the last place and without waiting (FIFOs), then asks the descriptor where it is. */
export async function openWithoutLinks(realPath: string): Promise<Opened> {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const handle = await open(realPath, flags).catch((error: unknown) => {
    // O_NOFOLLOW met a link where none was a moment ago.
    throw errorCode(error) === 'ELOOP'
      ? new Error(`${realPath} changed while it was opened. Try again.`)
      : error;
  });
  try {
    const stats = await handle.stat({ bigint: true });
    return { handle, stats, ...(await placeOf(handle, realPath, stats)) };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

async function placeOf(handle: FileHandle, opened: string, stats: BigIntStats) {
  if (process.platform === 'linux') {
    const anchor = `/proc/self/fd/${handle.fd}`;
    return { anchor, realPath: await readlink(anchor) };
  }
  const now = await realpath(opened);
  const there = await lstat(now, { bigint: true });
  if (there.ino !== stats.ino || there.dev !== stats.dev) {
    throw new Error(`${opened} changed while it was opened. Try again.`);
  }
  return { anchor: now, realPath: now };
}
