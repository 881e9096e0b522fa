import type { GitHub } from './client.ts';
import { type Comment, toComment } from './comment.ts';
import { readPages } from './paging.ts';

const ROUTE = 'GET /repos/{owner}/{repo}/issues/{issue_number}/comments';
/** Of what came between two looks: more is read with the next one. */
const MAX_PAGES = 10;
const PAGE = 100;

/** What is written on a Thread while somebody listens. */
export interface NewComments {
  /** The comments that were written since the last read, oldest first. While nothing changes a read costs nothing of the budget. */
  read(signal?: AbortSignal): Promise<Comment[]>;
}

/** Listens from behind the comment `after` on. */
export function openNewComments(
  github: GitHub,
  { issueNumber, after }: { issueNumber: number; after: { id: number; createdAt: string } },
): NewComments {
  let lastId = after.id;
  let since = after.createdAt;

  async function page(part: { per_page: number; page: number }, signal: AbortSignal | undefined) {
    const found = await github.request(
      ROUTE,
      // By the time of the last change: nothing that is written from then on is left out.
      { issue_number: issueNumber, ...(since === '' ? {} : { since }), ...part },
      signal === undefined ? {} : { signal },
    );
    return found.map(toComment);
  }

  return {
    async read(signal) {
      const { items } = await readPages(MAX_PAGES, (part) => page(part, signal));
      // Full pages would be read each time: the next look begins later.
      if (items.length >= PAGE) since = items.at(-1)?.createdAt ?? since;
      const fresh = items.filter(({ id }) => id > lastId);
      lastId = fresh.at(-1)?.id ?? lastId;
      return fresh;
    },
  };
}
