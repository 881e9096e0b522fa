import type { GitHub } from './client.ts';
import { readPages } from './paging.ts';

/** 3,000 comments: more than any Thread that a person still reads. */
const MAX_PAGES = 30;

export interface Comment {
  id: number;
  body: string;
  author: { login: string; id: number; type: string } | undefined;
  createdAt: string;
  updatedAt: string;
  url: string;
}

/**
 * Comments once: after an answer that was lost, a comment of ours that begins with `mark` is taken for it. A mark that is not given is
 * the whole text.
 */
export async function createComment(
  github: GitHub,
  issueNumber: number,
  body: string,
  mark = body,
): Promise<Comment> {
  return github.create(
    'POST /repos/{owner}/{repo}/issues/{issue_number}/comments',
    { issue_number: issueNumber, body },
    { read: toComment, ifLost: () => findOwnComment(github, issueNumber, mark.trimEnd()) },
  );
}

export async function updateComment(
  github: GitHub,
  commentId: number,
  body: string,
  options: { signal?: AbortSignal } = {},
): Promise<void> {
  await github.request(
    'PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}',
    { comment_id: commentId, body },
    options,
  );
}

/** A Thread's comments, oldest first. `truncated` says that there are more than we read. */
export async function listComments(
  github: GitHub,
  issueNumber: number,
): Promise<{ comments: Comment[]; truncated: boolean }> {
  const route = 'GET /repos/{owner}/{repo}/issues/{issue_number}/comments';
  const { items, truncated } = await readPages(MAX_PAGES, (part) =>
    github.request(route, { issue_number: issueNumber, ...part }),
  );
  return { comments: items.map(toComment), truncated };
}

/**
 * Our comment that begins with `marker`: made by an account of type Bot, since a person can write any marker. The newest one, when there
 * are several.
 */
export async function findOwnComment(
  github: GitHub,
  issueNumber: number,
  marker: string,
): Promise<Comment | undefined> {
  const { comments } = await listComments(github, issueNumber);
  return comments.findLast((comment) => comment.author?.type === 'Bot' && comment.body.startsWith(marker));
}

interface ApiComment {
  id: number | bigint;
  body?: string;
  user: { login: string; id: number | bigint; type: string } | null;
  created_at: string;
  updated_at: string;
  html_url: string;
}

export function toComment(comment: ApiComment): Comment {
  const { user } = comment;
  return {
    id: Number(comment.id),
    body: comment.body ?? '',
    author: user === null ? undefined : { login: user.login, id: Number(user.id), type: user.type },
    createdAt: comment.created_at,
    updatedAt: comment.updated_at,
    url: comment.html_url,
  };
}
