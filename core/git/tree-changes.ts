import { type BytePath, splitNul, textOf } from './byte-path.ts';
import { assertObjectId } from './object-id.ts';
import type { SealedDir } from './sealed-dir.ts';

/**
 * Added, modified, deleted, or changed in type (a file became a link, for instance). Renames are a deletion and an
 * addition.
 */
type ChangeStatus = 'A' | 'M' | 'D' | 'T';

/** What became of one path between two trees. */
export interface Change {
  /** From the repository's top, with `/`. Bytes that are no UTF-8 show as U+FFFD. */
  path: string;
  status: ChangeStatus;
  /**
   * As git writes it: `100644`, `100755`, `120000` (link), `160000` (submodule); `000000` where there is nothing.
   */
  oldMode: string;
  newMode: string;
  /** Lines; 0 for a binary file. */
  additions: number;
  deletions: number;
  binary: boolean;
}

/** The same without a look into the files. */
export interface EntryChange {
  path: BytePath;
  status: ChangeStatus;
  oldMode: string;
  newMode: string;
  /** Zeros for a deleted path. */
  newId: string;
}

const TREE_DIFF = ['diff-tree', '-r', '-z', '--no-renames', '--no-abbrev', '--ignore-submodules=none'];
/** No repository may have a program run when it is compared. */
const NO_PROGRAMS = ['--no-ext-diff', '--no-textconv'];

export async function entryChanges(
  { objects }: SealedDir,
  from: string,
  to: string,
  signal?: AbortSignal,
): Promise<EntryChange[]> {
  assertTrees(from, to);
  const { stdout } = await objects([...TREE_DIFF, '--raw', from, to], { signal });
  return readEntries(splitNul(stdout)).entries;
}

export async function treeChanges(
  { objects }: SealedDir,
  from: string,
  to: string,
  signal?: AbortSignal,
): Promise<Change[]> {
  assertTrees(from, to);
  const { stdout } = await objects([...TREE_DIFF, ...NO_PROGRAMS, '--raw', '--numstat', from, to], {
    signal,
  });
  const { entries, rest } = readEntries(splitNul(stdout));
  const counts = new Map(rest.map(readCount));
  return entries.map(({ path, status, oldMode, newMode }) => {
    const counted = counts.get(path);
    if (counted === undefined) throw new Error(`git counted no lines for ${JSON.stringify(textOf(path))}.`);
    return { path: textOf(path), status, oldMode, newMode, ...counted };
  });
}

function assertTrees(from: string, to: string): void {
  assertObjectId(from, 'tree');
  assertObjectId(to, 'tree');
}

/** Raw records are two items each, `:<modes> <ids> <status>` and the path; they come before anything else. */
function readEntries(items: readonly string[]): { entries: EntryChange[]; rest: string[] } {
  const entries: EntryChange[] = [];
  let at = 0;
  for (let head = items[at]; head?.startsWith(':'); head = items[at]) {
    entries.push(readEntry(head, items[at + 1] ?? ''));
    at += 2;
  }
  return { entries, rest: items.slice(at) };
}

function readEntry(head: string, path: BytePath): EntryChange {
  const [oldMode = '', newMode = '', , newId = '', status = ''] = head.slice(1).split(' ');
  if (!isStatus(status)) throw new Error(`git reports an unknown kind of change: ${JSON.stringify(head)}.`);
  return { path, status, oldMode, newMode, newId };
}

function isStatus(text: string): text is ChangeStatus {
  return text === 'A' || text === 'M' || text === 'D' || text === 'T';
}

/** `<additions>\t<deletions>\t<path>`; dashes for a binary file. */
function readCount(item: string): [BytePath, Pick<Change, 'additions' | 'deletions' | 'binary'>] {
  const [additions = '', deletions = '', ...path] = item.split('\t');
  const binary = additions === '-';
  const counts = binary
    ? { additions: 0, deletions: 0 }
    : { additions: Number(additions), deletions: Number(deletions) };
  return [path.join('\t'), { ...counts, binary }];
}
