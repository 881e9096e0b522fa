import { rm } from 'node:fs/promises';
import { type BytePath, joinNul, textOf } from './byte-path.ts';
import { filteredPaths } from './filtered-paths.ts';
import type { BoundGit } from './run.ts';
import type { SealedDir } from './sealed-dir.ts';
import { type Change, type EntryChange, entryChanges, treeChanges } from './tree-changes.ts';

export interface TreesOfRun {
  /** The tree (or the commit) that the result builds on. */
  base: string;
  /** The Workspace before the run: what set-up steps left. */
  before: string;
  /** The Workspace after it. */
  after: string;
}

export interface ComposedTree {
  tree: string;
  /** From `base` to `tree`. */
  changes: Change[];
  /**
   * Paths that set-up steps had changed before the run changed them too: their change is in the tree with the
   * run's.
   */
  alsoChangedBefore: string[];
  /**
   * Changed paths that a content filter governs (`filter=` in the attributes: LFS, git-crypt). Filters do not run
   * here, so the tree has these as they lie in the Workspace: unpacked, or worse, not encrypted. Publishing them
   * needs a person.
   */
  filtered: string[];
}

/** Lays what the run changed onto the base, whole files at a time; what only set-up steps changed stays out. */
export async function composeTree(
  dir: SealedDir,
  { base, before, after }: TreesOfRun,
  signal?: AbortSignal,
): Promise<ComposedTree> {
  const [run, setUp] = await Promise.all([
    entryChanges(dir, before, after, signal),
    entryChanges(dir, base, before, signal),
  ]);
  const { tree, filtered } = await layOnto(dir, base, run, signal);
  const changes = await treeChanges(dir, base, tree, signal);
  const touchedBefore = new Set(setUp.map(({ path }) => textOf(path)));
  return {
    tree,
    changes,
    alsoChangedBefore: changes.map(({ path }) => path).filter((path) => touchedBefore.has(path)),
    filtered: filtered.map(textOf),
  };
}

async function layOnto(
  dir: SealedDir,
  base: string,
  run: readonly EntryChange[],
  signal: AbortSignal | undefined,
): Promise<{ tree: string; filtered: BytePath[] }> {
  const indexFile = dir.newFile();
  const index: BoundGit = (args, call) =>
    dir.objects(args, { ...call, env: { ...call?.env, GIT_INDEX_FILE: indexFile }, signal });
  const paths = run.map(({ path }) => path);
  try {
    await index(['read-tree', base]);
    const governedBefore = await filteredPaths(index, paths);
    await index(['update-index', '-z', '--index-info'], { input: joinNul(run.map(indexLine)) });
    const governedAfter = await filteredPaths(index, paths);
    const { stdout } = await index(['write-tree', '--missing-ok']);
    const filtered = paths.filter((path) => governedBefore.has(path) || governedAfter.has(path));
    return { tree: stdout.toString('utf8').trimEnd(), filtered };
  } finally {
    await rm(indexFile, { force: true });
  }
}

/** Mode 0 takes a path away. */
function indexLine({ newMode, newId, path }: EntryChange): string {
  return `${newMode} ${newId}\t${path}`;
}
