import type { Repository } from '../world/state.ts';

/** Whether the thread that a path speaks of, by its number or by one of its comments, is a pull request. */
export function isOnPull(repository: Repository, path: Record<string, string>): boolean {
  const number = Number(path.issue_number ?? path.pull_number);
  const comment = Number(path.comment_id);
  const issues = [...repository.issues.values()];
  const issue = issues.find((one) => one.number === number || one.comments.some(({ id }) => id === comment));
  return issue?.pull !== undefined;
}
