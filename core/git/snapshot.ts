import { constants } from 'node:fs';
import { access, lstat } from 'node:fs/promises';
import { type BytePath, joinNul, onDisk, splitNul, textOf } from './byte-path.ts';
import { ifThere } from './if-there.ts';
import { withIndexCopy } from './index-copy.ts';
import type { BoundGit } from './run.ts';
import type { SealedDir } from './sealed-dir.ts';

export interface Snapshot {
  /** The id of a tree with every tracked and untracked file as it lies in the Workspace; ignored ones never. */
  tree: string;
  /**
   * What no tree can hold: repositories inside the Workspace that are no submodules, pipes, files that cannot be
   * read.
   */
  leftOut: string[];
}

/**
 * Content filters (LFS, git-crypt) are programs and do not run: a file that one of them governs is stored as it
 * lies in the Workspace when it was touched, and as the index has it when not. `composeTree` names those that
 * changed.
 */
export async function takeSnapshot(dir: SealedDir, signal?: AbortSignal): Promise<Snapshot> {
  return await withIndexCopy(dir, async (files) => {
    const [untracked, touched] = await Promise.all([
      files(['ls-files', '-z', '--others', '--exclude-standard'], { signal }),
      files(['diff-files', '-z', '--name-status', '--ignore-submodules=dirty'], { signal }),
    ]);
    const others = splitNul(untracked.stdout);
    const inside = others.filter(isRepository);
    const { deleted, changed } = readStatus(splitNul(touched.stdout));
    // What is gone goes first: a folder may have become a file or a link, or a file a folder.
    await forget(files, deleted, signal);
    const paths = [...changed, ...others.filter((path) => !isRepository(path))];
    const unstorable = await stage(files, dir.top, paths, signal);
    // A partial clone lacks objects that its remote has.
    const { stdout } = await files(['write-tree', '--missing-ok'], { signal });
    return { tree: stdout.toString('utf8').trimEnd(), leftOut: [...inside, ...unstorable].map(textOf) };
  });
}

/** git lists the files of untracked folders one by one, but a repository as a folder. */
function isRepository(path: BytePath): boolean {
  return path.endsWith('/');
}

/** Pairs of a status letter and a path. */
function readStatus(items: readonly string[]): { deleted: BytePath[]; changed: BytePath[] } {
  const paths = (wanted: (status: string) => boolean) =>
    items.filter((_, at) => at % 2 === 1 && wanted(items[at - 1] ?? ''));
  return { deleted: paths((status) => status === 'D'), changed: paths((status) => status !== 'D') };
}

/** By name alone: git refuses to look for a file behind what is a link by now. */
async function forget(files: BoundGit, paths: readonly BytePath[], signal?: AbortSignal): Promise<void> {
  if (paths.length === 0) return;
  await files(['update-index', '-z', '--force-remove', '--stdin'], { input: joinNul(paths), signal });
}

/**
 * Puts the paths into the index as they are on the disk and returns those that cannot be stored; these stay as they
 * were.
 */
async function stage(
  files: BoundGit,
  top: string,
  paths: readonly BytePath[],
  signal: AbortSignal | undefined,
): Promise<BytePath[]> {
  if (paths.length === 0) return [];
  const update = ['update-index', '-z', '--add', '--remove', '--replace', '--stdin'];
  const attempt = await files(update, { input: joinNul(paths), answers: [0, 128], signal });
  if (attempt.code === 0) return [];
  // One bad file fails them all, so they are looked at one by one only now.
  const storable = await Promise.all(paths.map((path) => canStore(onDisk(top, path))));
  await files(update, { input: joinNul(paths.filter((_, at) => storable[at])), signal });
  return paths.filter((_, at) => !storable[at]);
}

/** Missing files can: their absence is stored. */
async function canStore(file: Buffer): Promise<boolean> {
  const found = await ifThere(lstat(file));
  if (found === undefined || found.isSymbolicLink() || found.isDirectory()) return true;
  if (!found.isFile()) return false;
  return await access(file, constants.R_OK).then(
    () => true,
    () => false,
  );
}
