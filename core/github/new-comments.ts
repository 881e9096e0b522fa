import type { GitHub } from './client.ts';
import { type Comment, toComment } from './comment.ts';

const ROUTE = 'GET /repos/{owner}/{repo}/issues/{issue_number}/comments';
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
  let etag: string | undefined;

  const page = (number: number) => ({
    issue_number: issueNumber,
    per_page: PAGE,
    page: number,
    // By the time of the last change: nothing that is written from then on is left out.
    ...(since === '' ? {} : { since }),
  });

  /** All pages, when the first one is not as it was. */
  async function changed(signal: AbortSignal | undefined): Promise<Comment[]> {
    const options = signal === undefined ? {} : { signal };
    const reading = await github.readIfChanged(ROUTE, page(1), { etag, ...options });
    if (reading.kind === 'unchanged') return [];
    const found = reading.data.map(toComment);
    // A full first page hides what happens on the others: it is read anew, and from a later moment on.
    const isFull = found.length === PAGE;
    for (let at = 2; found.length === PAGE * (at - 1); at++) {
      found.push(...(await github.request(ROUTE, page(at), options)).map(toComment));
    }
    etag = isFull ? undefined : reading.etag;
    if (isFull) since = found.at(-1)?.createdAt ?? since;
    return found;
  }

  return {
    async read(signal) {
      const fresh = (await changed(signal)).filter(({ id }) => id > lastId);
      lastId = fresh.at(-1)?.id ?? lastId;
      return fresh;
    },
  };
}
