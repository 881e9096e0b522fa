import type { GitHub } from './client.ts';
import { type PullRequest, toPullRequest } from './pull-request.ts';

/** A pull request as a command on it finds it. */
export interface Pull extends PullRequest {
  state: 'open' | 'closed' | 'merged';
  title: string;
  body: string;
  /** What its author is: `User`, `Bot`; `ghost` for an account that is gone. */
  authorType: string;
  /** Full name of the repository that holds the head branch; undefined when that is gone. */
  headRepository: string | undefined;
  /** `sha` is the base branch's commit that the pull request is compared with. */
  base: { branch: string; sha: string };
}

export async function readPull(github: GitHub, number: number): Promise<Pull> {
  const pull = await github.request('GET /repos/{owner}/{repo}/pulls/{pull_number}', { pull_number: number });
  return {
    ...toPullRequest(pull),
    state: pull.merged ? 'merged' : pull.state,
    title: pull.title,
    body: pull.body ?? '',
    authorType: pull.user?.type ?? 'ghost',
    // GitHub's description does not say so, but a fork that was deleted is null.
    headRepository: pull.head.repo?.full_name,
    base: { branch: pull.base.ref, sha: pull.base.sha },
  };
}
