/** What is asked of the file system, or undefined where nothing is there; every other failure stays one. */
export async function ifThere<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof Error && 'code' in error && NOTHING_THERE.has(error.code)) return undefined;
    throw error;
  }
}

/** The second: a folder on the way is a file. */
const NOTHING_THERE: ReadonlySet<unknown> = new Set(['ENOENT', 'ENOTDIR']);
