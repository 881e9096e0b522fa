import type { GitHub } from './client.ts';
import type { ReactionContent } from './reaction.ts';

/** Reacts to an issue or a pull request itself; reacting twice is reacting once. The reaction's id takes it back. */
export async function reactToIssue(
  github: GitHub,
  issueNumber: number,
  content: ReactionContent,
): Promise<number> {
  return github.create(
    'POST /repos/{owner}/{repo}/issues/{issue_number}/reactions',
    { issue_number: issueNumber, content },
    { read: ({ id }) => id, ifLost: 'repeat' },
  );
}

export async function takeBackFromIssue(
  github: GitHub,
  issueNumber: number,
  reactionId: number,
): Promise<void> {
  await github.request('DELETE /repos/{owner}/{repo}/issues/{issue_number}/reactions/{reaction_id}', {
    issue_number: issueNumber,
    reaction_id: reactionId,
  });
}
