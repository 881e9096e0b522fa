import type { GitHub } from './client.ts';
import type { Comment } from './comment.ts';

const PAGE = 100;
/** More than a person has read in a review. */
const MAX_PAGES = 10;
/** The line that is spoken of is the hunk's last; a few above it show where it stands. */
const HUNK_LINES = 6;

/** Comments on lines of a pull request's diff, oldest first; `body` begins with the place. */
export async function listReviewComments(
  github: GitHub,
  number: number,
): Promise<{ comments: Comment[]; truncated: boolean }> {
  const comments: Comment[] = [];
  for (let page = 1; page <= MAX_PAGES; page++) {
    const found = await github.request('GET /repos/{owner}/{repo}/pulls/{pull_number}/comments', {
      pull_number: number,
      per_page: PAGE,
      page,
    });
    comments.push(...found.map(toComment));
    if (found.length < PAGE) return { comments, truncated: false };
  }
  return { comments, truncated: true };
}

interface ApiReviewComment {
  id: number | bigint;
  path: string;
  line?: number;
  original_line?: number;
  diff_hunk: string;
  body: string;
  /** GitHub's description knows no account that is gone; its answers do. */
  user: { login: string; id: number | bigint; type: string } | null;
  created_at: string;
  updated_at: string;
  html_url: string;
}

function toComment(comment: ApiReviewComment): Comment {
  const { user } = comment;
  return {
    id: Number(comment.id),
    body: `${placeOf(comment)}\n\n${comment.body}`,
    author: user === null ? undefined : { login: user.login, id: Number(user.id), type: user.type },
    createdAt: comment.created_at,
    updatedAt: comment.updated_at,
    url: comment.html_url,
  };
}

function placeOf({ path, line, original_line: before, diff_hunk: hunk }: ApiReviewComment): string {
  const at = line ?? before;
  const shown = hunk.split('\n').slice(-HUNK_LINES).join('\n');
  return `On ${path}${at === undefined ? '' : `, line ${at}`}:\n${shown}`;
}
