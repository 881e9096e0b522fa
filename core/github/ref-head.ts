import type { GitHub } from './client.ts';
import { GitHubError } from './github-error.ts';

/** The commit of a ref (`heads/main`, `penguin/threads/7`: without `refs/`), or undefined when there is no such ref. */
export async function refHead(github: GitHub, name: string): Promise<string | undefined> {
  try {
    const found = await github.request('GET /repos/{owner}/{repo}/git/ref/{ref}', { ref: name });
    return found.object.sha;
  } catch (error) {
    if (error instanceof GitHubError && error.status === 404) return undefined;
    throw error;
  }
}
