import type { GitHub } from './client.ts';
import { findOpenPullRequest, type PullRequest } from './pull-request.ts';

/** Every branch of ours begins so; a person's branch is never written to. */
export const BRANCH_PREFIX = 'penguin/';

export interface OwnBranches {
  /** Names that are taken. */
  taken: string[];
  /** The open pull request that an earlier Session made. */
  open: PullRequest | undefined;
}

/** Our branches for a Thread or a schedule: `penguin/<owner>-…`; a Thread's owner is its number. */
export async function findOwnBranches(github: GitHub, owner: string): Promise<OwnBranches> {
  const prefix = `heads/${BRANCH_PREFIX}${owner}-`;
  const refs = await github.request('GET /repos/{owner}/{repo}/git/matching-refs/{ref}', { ref: prefix });
  const taken = refs.map(({ ref }) => ref.replace(/^refs\/heads\//, ''));
  for (const branch of taken.toReversed()) {
    const open = await findOpenPullRequest(github, branch);
    if (open !== undefined) return { taken, open };
  }
  return { taken, open: undefined };
}

/** The first free name of `base`, `base-2`, `base-3`… */
export function freeBranch(base: string, taken: readonly string[]): string {
  if (!taken.includes(base)) return base;
  for (let n = 2; ; n++) {
    const name = `${base}-${n}`;
    if (!taken.includes(name)) return name;
  }
}
