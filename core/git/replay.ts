import { splitNul, textOf } from './byte-path.ts';
import { createCommit } from './commit.ts';
import { assertObjectId } from './object-id.ts';
import type { SealedDir } from './sealed-dir.ts';
import { atLeast, type GitVersion } from './version.ts';

export interface ReplayRequest {
  /** The tree on which `ours` was made. */
  base: string;
  ours: string;
  theirs: string;
}

export type Replay =
  | { kind: 'clean'; tree: string }
  | { kind: 'conflict'; paths: string[] }
  | { kind: 'unsupported'; message: string };

const NEEDED: GitVersion = [2, 38];
const NOBODY = { name: 'replay', email: 'replay@localhost' };
const NEVER = new Date(0);

/**
 * Three trees become one, as a merge would make it. The commits that git wants for that are made up on the spot, so
 * neither history nor a common ancestor has to be in the repository.
 */
export async function replayTrees(
  dir: SealedDir,
  version: GitVersion,
  { base, ours, theirs }: ReplayRequest,
  signal?: AbortSignal,
): Promise<Replay> {
  if (!atLeast(version, NEEDED)) {
    const message = `git ${version.join('.')} cannot merge trees: install git ${NEEDED.join('.')} or newer.`;
    return { kind: 'unsupported', message };
  }
  const stub = (tree: string, parents: readonly string[]) =>
    createCommit(dir, { tree, parents, message: '', author: NOBODY, committer: NOBODY, date: NEVER }, signal);
  const root = await stub(base, []);
  const sides = await Promise.all([stub(ours, [root]), stub(theirs, [root])]);
  const args = ['merge-tree', '--write-tree', '-z', '--name-only', '--no-messages', ...sides];
  const { code, stdout } = await dir.objects(args, { answers: [0, 1], signal });
  const [tree = '', ...paths] = splitNul(stdout);
  assertObjectId(tree, 'tree');
  return code === 0 ? { kind: 'clean', tree } : { kind: 'conflict', paths: paths.map(textOf) };
}
