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
  const [commit, symbolic, shallow] = await Promise.all([
    own(['rev-parse', '--verify', 'HEAD'], { signal }),
    own(['symbolic-ref', '--quiet', 'HEAD'], { answers: [0, 1], signal }),
    isShallow(ownPaths.shallow),
  ]);
  const ref = line(symbolic.stdout);
  const branch = ref.startsWith('refs/heads/') ? ref.slice('refs/heads/'.length) : undefined;
  return { sha: line(commit.stdout), branch, shallow };
}

async function isShallow(file: string): Promise<boolean> {
  const found = await ifThere(stat(file));
  return found !== undefined && found.size > 0;
}

function line(stdout: Buffer): string {
  return stdout.toString('utf8').trimEnd();
}
