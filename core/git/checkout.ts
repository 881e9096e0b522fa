import { textOf } from './byte-path.ts';
import { readHead } from './head.ts';
import { pathsInTheWay } from './in-the-way.ts';
import { assertObjectId } from './object-id.ts';
import type { SealedDir } from './sealed-dir.ts';
import { takeSnapshot } from './snapshot.ts';
import { entryChanges } from './tree-changes.ts';

export type Checkout =
  | { kind: 'moved' }
  /** These files were changed or made here, and the move would overwrite them: nothing was done. */
  | { kind: 'refused'; paths: string[] };

/**
 * Moves the Workspace to a commit and detaches HEAD; what was changed or made here in other files stays as it is.
 */
export async function checkoutDetached(dir: SealedDir, sha: string, signal?: AbortSignal): Promise<Checkout> {
  assertObjectId(sha, 'commit');
  await assertPresent(dir, sha, signal);
  const head = await readHead(dir, signal);
  const { tree } = await takeSnapshot(dir, signal);
  const [moved, local] = await Promise.all([
    entryChanges(dir, head.sha, sha, signal),
    entryChanges(dir, head.sha, tree, signal),
  ]);
  const paths = await pathsInTheWay(dir.top, moved, local);
  if (paths.length > 0) return { kind: 'refused', paths: paths.map(textOf) };

  const files = dir.files(dir.ownPaths.index);
  // 1: some files differ, which is allowed here.
  await files(['update-index', '-q', '--refresh'], { answers: [0, 1], signal });
  await files(['read-tree', '-m', '-u', head.sha, sha], { signal });
  await dir.own(['update-ref', '--no-deref', '-m', 'penguin: checkout', 'HEAD', sha, head.sha], { signal });
  return { kind: 'moved' };
}

/** HEAD may only name what the Workspace's own repository has: commits made here are ours and go with us. */
async function assertPresent(dir: SealedDir, sha: string, signal: AbortSignal | undefined): Promise<void> {
  const env = { GIT_OBJECT_DIRECTORY: dir.ownPaths.objects };
  const asked = ['cat-file', '-e', `${sha}^{commit}`];
  const { code } = await dir.objects(asked, { env, answers: [0, 1, 128], signal });
  if (code !== 0) throw new Error(`The commit ${sha} is not in the Workspace's repository: fetch it first.`);
}
