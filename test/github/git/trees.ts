import { unprocessable } from '../world/refusal.ts';
import type { BareGit } from './bare.ts';
import { writeObject } from './objects.ts';

export interface TreeChange {
  path: string;
  mode: string;
  /** The object, or null to remove the path. */
  sha: string | null;
}

export interface TreeEntry {
  path: string;
  mode: string;
  type: 'blob' | 'tree' | 'commit';
  sha: string;
  /** Of a blob. */
  size: number | undefined;
}

const FOLDER = '040000';
const SUBMODULE = '160000';
const ID_BYTES = 20;

/** Names in a folder, with what they hold. */
type Folder = Map<string, { mode: string; sha: string }>;

/** Writes a tree: `changes` over the tree that `base` names, or over nothing. */
export async function writeTree(
  git: BareGit,
  changes: readonly TreeChange[],
  base?: string,
): Promise<string> {
  const split = changes.map(({ path, ...change }) => ({ ...change, names: namesOf(path) }));
  return (await writeFolder(git, split, base)) ?? writeObject(git, 'tree', '');
}

type SplitChange = Omit<TreeChange, 'path'> & { names: string[] };

/** Undefined for a folder that would be empty: git knows none. */
async function writeFolder(git: BareGit, changes: SplitChange[], base?: string): Promise<string | undefined> {
  const folder = base === undefined ? new Map() : await readFolder(git, base);
  for (const { names, mode, sha } of changes) {
    const [name = '', ...deeper] = names;
    if (deeper.length > 0) continue;
    if (sha === null) folder.delete(name);
    else folder.set(name, { mode, sha });
  }
  for (const name of new Set(
    changes.filter(({ names }) => names.length > 1).map(({ names }) => names[0] ?? ''),
  )) {
    const within = changes.filter(({ names }) => names.length > 1 && names[0] === name);
    const old = folder.get(name);
    const deeper = within.map((change) => ({ ...change, names: change.names.slice(1) }));
    const sha = await writeFolder(git, deeper, old?.mode === FOLDER ? old.sha : undefined);
    if (sha === undefined) folder.delete(name);
    else folder.set(name, { mode: FOLDER, sha });
  }
  return folder.size === 0 ? undefined : writeObject(git, 'tree', folderContent(folder));
}

function namesOf(path: string): string[] {
  const names = path.split('/');
  if (names.some((name) => /^(|\.|\.\.|\.git)$/i.test(name) || name.includes('\0'))) {
    throw unprocessable(`tree.path contains a malformed path component: ${path}`);
  }
  return names;
}

/** Git sorts a folder's name as if it ended with a slash. */
function folderContent(folder: Folder): Buffer {
  const key = (name: string, mode: string) => Buffer.from(mode === FOLDER ? `${name}/` : name);
  const entries = [...folder].sort(([a, { mode: x }], [b, { mode: y }]) =>
    Buffer.compare(key(a, x), key(b, y)),
  );
  return Buffer.concat(
    entries.flatMap(([name, { mode, sha }]) => [
      Buffer.from(`${mode.replace(/^0/, '')} ${name}\0`),
      Buffer.from(sha, 'hex'),
    ]),
  );
}

async function readFolder(git: BareGit, revision: string): Promise<Folder> {
  const tree = await git.object(`${revision}^{tree}`);
  if (tree === undefined) throw new Error(`${revision} names no tree`);
  const { content } = tree;
  const folder: Folder = new Map();
  for (let at = 0; at < content.length; ) {
    const end = content.indexOf(0, at);
    const [mode = '', name = ''] = content.toString('utf8', at, end).split(/ (.*)/s);
    at = end + 1 + ID_BYTES;
    folder.set(name, { mode: mode.padStart(6, '0'), sha: content.toString('hex', end + 1, at) });
  }
  return folder;
}

export async function listTree(
  git: BareGit,
  tree: string,
  recursive: boolean,
  prefix = '',
): Promise<TreeEntry[]> {
  const entries: TreeEntry[] = [];
  for (const [name, { mode, sha }] of await readFolder(git, tree)) {
    const path = prefix + name;
    const type = mode === FOLDER ? 'tree' : mode === SUBMODULE ? 'commit' : 'blob';
    const size = type === 'blob' ? (await git.object(sha))?.content.length : undefined;
    entries.push({ path, mode, type, sha, size });
    if (recursive && type === 'tree') entries.push(...(await listTree(git, sha, true, `${path}/`)));
  }
  return entries;
}
