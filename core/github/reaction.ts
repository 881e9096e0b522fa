import type { GitHub } from './client.ts';
import { GitHubError } from './github-error.ts';

export type ReactionContent = 'eyes' | '+1' | 'rocket' | 'confused';

/** Reacts to a comment; reacting twice is reacting once. The reaction's id takes it back. */
export async function react(github: GitHub, commentId: number, content: ReactionContent): Promise<number> {
  return github.create(
    'POST /repos/{owner}/{repo}/issues/comments/{comment_id}/reactions',
    { comment_id: commentId, content },
    { read: ({ id }) => id, ifLost: 'repeat' },
  );
}

/** Taking back what is gone is taking it back. */
export async function takeBack(github: GitHub, commentId: number, reactionId: number): Promise<void> {
  try {
    await github.request(
      'DELETE /repos/{owner}/{repo}/issues/comments/{comment_id}/reactions/{reaction_id}',
      { comment_id: commentId, reaction_id: reactionId },
    );
  } catch (error) {
    if (!(error instanceof GitHubError) || error.status !== 404) throw error;
  }
}
