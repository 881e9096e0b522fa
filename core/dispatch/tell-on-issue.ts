import { type GitHub, GitHubError, tellOnTaskIssue } from '../github/index.ts';
import type { OutcomeKind } from '../omnimessage/index.ts';
import { taskIssue } from '../render/index.ts';
import type { Recurrence } from './recurrence.ts';

/**
 * Tells people about a Task without a Thread in the one issue that its runs have. Resolves to why that could not be, in a sentence for
 * the job summary; undefined when it is told.
 */
export async function tellOnIssue(
  github: GitHub,
  { key, origin }: Recurrence,
  news: { title: string; text: string },
): Promise<string | undefined> {
  try {
    await tellOnTaskIssue(github, { ...taskIssue(key, origin, news.title), text: news.text });
    return undefined;
  } catch (error) {
    if (!(error instanceof GitHubError)) throw error;
    return `This is told here only, because an issue for it could not be written: ${error.message}`;
  }
}

/** Whether a run's end is worth an issue. Changes have their pull request, and nobody waits for a run without any. */
export function isForAPerson(kind: OutcomeKind): boolean {
  switch (kind) {
    case 'answered':
    case 'waiting_approval':
    case 'denied':
    case 'budget':
    case 'timed_out':
    case 'blocked':
    case 'failed':
      return true;
    case 'changed':
    case 'no_change':
    case 'cancelled':
    case 'refused':
    case 'ignored':
      return false;
  }
}
