import { realpath } from 'node:fs/promises';
import { errorCode } from './error-code.ts';

/** The path with every link resolved; nothing when something on the way does not exist. */
export async function realPathOf(path: string): Promise<string | undefined> {
  try {
    return await realpath(path);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Whether an error says that a path, or a folder on the way to it, does not exist. */
export function isMissing(error: unknown): boolean {
  const code = errorCode(error);
  return code === 'ENOENT' || code === 'ENOTDIR';
}
