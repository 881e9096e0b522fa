import type { GitHub } from './client.ts';

export type ReactionContent = 'eyes' | '+1' | 'rocket' | 'confused';

/** Reacts to a comment; reacting twice is reacting once. The reaction's id takes it back. */
export async function react(github: GitHub, commentId: number, content: ReactionContent): Promise<number> {
  const reaction = await github.request('POST /repos/{owner}/{repo}/issues/comments/{comment_id}/reactions', {
    comment_id: commentId,
    content,
  });
  return reaction.id;
}

export async function takeBack(github: GitHub, commentId: number, reactionId: number): Promise<void> {
  await github.request('DELETE /repos/{owner}/{repo}/issues/comments/{comment_id}/reactions/{reaction_id}', {
    comment_id: commentId,
    reaction_id: reactionId,
  });
}
