import { assertObjectId } from './object-id.ts';
import type { SealedDir } from './sealed-dir.ts';

export interface Identity {
  name: string;
  email: string;
}

export interface NewCommit {
  /** Of the tree, or of a commit that has it. */
  tree: string;
  parents: readonly string[];
  message: string;
  author: Identity;
  committer: Identity;
  /** For both, in UTC. */
  date: Date;
}

/** No hook sees it and nothing signs it. It is in no branch until it is pushed. */
export async function createCommit(
  { objects }: SealedDir,
  { tree, parents, message, author, committer, date }: NewCommit,
  signal?: AbortSignal,
): Promise<string> {
  assertObjectId(tree, 'tree');
  for (const parent of parents) assertObjectId(parent, 'commit');
  const seconds = `@${Math.floor(date.getTime() / 1000)} +0000`;
  const env = {
    GIT_AUTHOR_NAME: author.name,
    GIT_AUTHOR_EMAIL: author.email,
    GIT_AUTHOR_DATE: seconds,
    GIT_COMMITTER_NAME: committer.name,
    GIT_COMMITTER_EMAIL: committer.email,
    GIT_COMMITTER_DATE: seconds,
  };
  const args = ['commit-tree', '-F', '-', ...parents.flatMap((parent) => ['-p', parent]), `${tree}^{tree}`];
  const { stdout } = await objects(args, { env, input: message, signal });
  return stdout.toString('utf8').trimEnd();
}
