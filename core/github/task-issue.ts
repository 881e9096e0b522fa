import type { GitHub } from './client.ts';
import { createComment, findOwnComment } from './comment.ts';
import { GitHubError } from './github-error.ts';
import { fieldsOf } from './payload.ts';
import { createStateRef } from './state-ref.ts';

/** What runs of one kind tell people who have no Thread to look at. */
export interface TaskNews {
  /** Names the kind; becomes part of a ref. */
  key: string;
  /** The first line of the issue: with its author it shows that the issue is ours. */
  marker: string;
  title: string;
  /** Says in a new issue what the issue is for. */
  intro: string;
  /** The news, Markdown. */
  text: string;
}

/**
 * Tells it in the open issue that runs of this kind have, by a comment; where there is none, opens one. A ref remembers its number: a
 * search lags behind. What stands there already is not said again.
 */
export async function tellOnTaskIssue(github: GitHub, news: TaskNews): Promise<void> {
  const ref = createStateRef(github, { ref: `refs/penguin/tasks/${news.key}`, parse: parseTaskState });
  const { value } = await ref.read();
  const issue = value.issue === undefined ? undefined : await findOpen(github, value.issue, news.marker);
  if (issue === undefined) {
    const number = await open(github, news);
    await ref.update(`issue ${number}`, () => ({ value: { issue: number }, result: undefined }));
    return;
  }
  if (issue.body.endsWith(news.text)) return;
  if ((await findOwnComment(github, issue.number, news.text)) !== undefined) return;
  await createComment(github, issue.number, news.text);
}

interface TaskState {
  issue?: number;
}

function parseTaskState(stored: unknown): TaskState {
  const issue = fieldsOf(stored).id('issue');
  return issue === undefined ? {} : { issue };
}

/** An issue that somebody closed is done with. */
async function findOpen(
  github: GitHub,
  number: number,
  marker: string,
): Promise<{ number: number; body: string } | undefined> {
  const route = 'GET /repos/{owner}/{repo}/issues/{issue_number}';
  try {
    const { state, user, body } = await github.request(route, { issue_number: number });
    const text = body ?? '';
    return state === 'open' && user?.type === 'Bot' && text.startsWith(marker)
      ? { number, body: text }
      : undefined;
  } catch (error) {
    if (error instanceof GitHubError && (error.status === 404 || error.status === 410)) return undefined;
    throw error;
  }
}

async function open(github: GitHub, { marker, title, intro, text }: TaskNews): Promise<number> {
  const body = [marker, intro, text].join('\n\n');
  return github.create(
    'POST /repos/{owner}/{repo}/issues',
    { title, body },
    { read: ({ number }) => number, ifLost: () => findNew(github, marker) },
  );
}

/** An issue of ours that was made a moment ago. */
async function findNew(github: GitHub, marker: string): Promise<number | undefined> {
  const newest = { state: 'open', sort: 'created', direction: 'desc', per_page: 100 } as const;
  const issues = await github.request('GET /repos/{owner}/{repo}/issues', newest);
  return issues.find(({ user, body }) => user?.type === 'Bot' && body?.startsWith(marker))?.number;
}
