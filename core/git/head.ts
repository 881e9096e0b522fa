import { stat } from 'node:fs/promises';
import { ifThere } from './if-there.ts';
import type { SealedDir } from './sealed-dir.ts';

export interface Head {
  sha: string;
  /** Without `refs/heads/`; undefined when HEAD is detached. */
  branch: string | undefined;
  /** The history ends early, as in most CI checkouts. */
  shallow: boolean;
}

export async function readHead({ own, ownPaths }: SealedDir, signal?: AbortSignal): Promise<Head> {
  const [{ stdout }, shallow] = await Promise.all([
    own(['rev-parse', 'HEAD', '--symbolic-full-name', 'HEAD'], { signal }),
    isShallow(ownPaths.shallow),
  ]);
  const [sha = '', ref = ''] = stdout.toString('utf8').split('\n');
  const branch = ref.startsWith('refs/heads/') ? ref.slice('refs/heads/'.length) : undefined;
  return { sha, branch, shallow };
}

async function isShallow(file: string): Promise<boolean> {
  const found = await ifThere(stat(file));
  return found !== undefined && found.size > 0;
}
