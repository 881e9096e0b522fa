import { type GitHub, GitHubError } from './client.ts';
import { openThreadRef, threadRefName } from './thread-ref.ts';
import { parseThreadState, type ThreadState } from './thread-state.ts';

/** Looks at a Thread's state again and again; while it stays as it is a look costs nothing of the budget. */
export function watchThread(github: GitHub, threadNumber: number): { look(): Promise<ThreadState> } {
  const threadRef = openThreadRef(github, threadNumber);
  let etag: string | undefined;
  let known = parseThreadState(undefined);

  return {
    async look() {
      const head = await readHead();
      if (head.kind === 'unchanged') return known;
      known = await threadRef.state();
      // Noted last: a look that fails on the way is made again.
      etag = head.etag;
      return known;
    },
  };

  async function readHead() {
    try {
      return await github.readIfChanged(
        'GET /repos/{owner}/{repo}/git/ref/{ref}',
        { ref: threadRefName(threadNumber) },
        { etag },
      );
    } catch (error) {
      // No ref yet: the state says so too.
      if (error instanceof GitHubError && error.status === 404)
        return { kind: 'changed', etag: undefined } as const;
      throw error;
    }
  }
}
