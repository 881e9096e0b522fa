import type { GitHub } from './client.ts';
import { GitHubError } from './github-error.ts';

export interface PullRequest {
  number: number;
  url: string;
  branch: string;
  headSha: string;
  /** The login of whoever opened it. */
  author: string;
}

export type PullRequestCreation =
  | { kind: 'created'; pullRequest: PullRequest }
  /** The repository or the token does not let us. `reason` is GitHub's own sentence. */
  | { kind: 'refused'; reason: string };

/** Opens a pull request, once: when the answer is lost, or GitHub says that there is one for the branch, that one is taken. */
export async function createPullRequest(
  github: GitHub,
  request: { title: string; body: string; head: string; base: string },
): Promise<PullRequestCreation> {
  const existing = () => findOpenPullRequest(github, request.head);
  try {
    const creation = { read: toPullRequest, ifLost: existing };
    return {
      kind: 'created',
      pullRequest: await github.create('POST /repos/{owner}/{repo}/pulls', request, creation),
    };
  } catch (error) {
    if (!(error instanceof GitHubError)) throw error;
    if (error.status === 403) return { kind: 'refused', reason: error.answer };
    const found = error.status === 422 ? await existing() : undefined;
    if (found === undefined) throw error;
    return { kind: 'created', pullRequest: found };
  }
}

export async function updatePullRequest(
  github: GitHub,
  number: number,
  changes: { title: string; body: string },
  signal: AbortSignal,
): Promise<void> {
  const parameters = { pull_number: number, ...changes };
  await github.request('PATCH /repos/{owner}/{repo}/pulls/{pull_number}', parameters, { signal });
}

/** The open pull request from a branch of this repository. */
export async function findOpenPullRequest(github: GitHub, branch: string): Promise<PullRequest | undefined> {
  const { owner } = github.repository;
  const found = await github.request('GET /repos/{owner}/{repo}/pulls', {
    state: 'open',
    head: `${owner}:${branch}`,
    per_page: 1,
  });
  return found[0] === undefined ? undefined : toPullRequest(found[0]);
}

interface ApiPullRequest {
  number: number;
  html_url: string;
  head: { ref: string; sha: string };
  user: { login: string } | null;
}

export function toPullRequest(pull: ApiPullRequest): PullRequest {
  return {
    number: pull.number,
    url: pull.html_url,
    branch: pull.head.ref,
    headSha: pull.head.sha,
    author: pull.user?.login ?? 'ghost',
  };
}
