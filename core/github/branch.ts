import type { GitHub } from './client.ts';
import { GitHubError } from './github-error.ts';

/** Whether a branch of this repository is protected; undefined when there is no such branch. */
export async function isProtected(github: GitHub, branch: string): Promise<boolean | undefined> {
  try {
    const found = await github.request('GET /repos/{owner}/{repo}/branches/{branch}', { branch });
    return found.protected;
  } catch (error) {
    if (error instanceof GitHubError && error.status === 404) return undefined;
    throw error;
  }
}
