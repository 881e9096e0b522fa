import type { BareGit } from './bare.ts';
import { readCommit } from './commits.ts';

export type RefChange = 'done' | 'exists' | 'missing' | 'no-object' | 'not-fast-forward' | 'refused';

const NO_OBJECT = '0'.repeat(40);

/** How often a compare-and-swap is tried anew when another writer came between; each try sees the newer value. */
const ATTEMPTS = 20;

/** Creates `ref`, never over one that exists: of simultaneous requests one is `done`, the others `exists`. */
export async function createRef(git: BareGit, ref: string, sha: string): Promise<RefChange> {
  const update = await git.attempt(['update-ref', ref, sha, NO_OBJECT]);
  if (update.code === 0) return 'done';
  if ((await git.resolve(sha)) === undefined) return 'no-object';
  return (await readRef(git, ref)) === undefined ? 'refused' : 'exists';
}

/** Moves `ref` by compare-and-swap. Without `force` only to a descendant of what the ref holds at that instant. */
export async function moveRef(git: BareGit, ref: string, sha: string, force: boolean): Promise<RefChange> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const old = await readRef(git, ref);
    if (old === undefined) return 'missing';
    if ((await git.resolve(`${sha}^{object}`)) === undefined) return 'no-object';
    if (!force && !(await isAncestor(git, old, sha))) return 'not-fast-forward';
    const update = await git.attempt(['update-ref', ref, sha, old]);
    if (update.code === 0) return 'done';
  }
  return 'refused';
}

export async function deleteRef(git: BareGit, ref: string): Promise<RefChange> {
  const old = await readRef(git, ref);
  if (old === undefined) return 'missing';
  const update = await git.attempt(['update-ref', '-d', ref, old]);
  return update.code === 0 ? 'done' : 'refused';
}

/** The id that the full name `ref` holds; what is a revision and no name, such as `main^`, holds none. */
export async function readRef(git: BareGit, ref: string): Promise<string | undefined> {
  const isName = ref.startsWith('refs/') && !/[\^~:?*[\\\s]|\.\.|@\{/.test(ref);
  return isName ? git.resolve(ref) : undefined;
}

/** Every ref whose full name begins with `prefix`, by name. */
export async function listRefs(git: BareGit, prefix: string): Promise<{ ref: string; sha: string }[]> {
  const output = await git.text(['for-each-ref', '--format=%(objectname) %(refname)']);
  const refs = output.split('\n').map((line) => ({ sha: line.slice(0, 40), ref: line.slice(41) }));
  return refs.filter(({ ref }) => ref !== '' && ref.startsWith(prefix));
}

export async function isAncestor(git: BareGit, old: string, sha: string): Promise<boolean> {
  if ((await readCommit(git, sha))?.parents.includes(old)) return true;
  return (await git.attempt(['merge-base', '--is-ancestor', old, sha])).code === 0;
}
