import { type Admission, createComment, listComments, react } from '../github/index.ts';
import { isRefusal, refusedReply } from '../render/index.ts';
import { type Ending, endingWithout } from './ending.ts';
import type { Scene } from './scene.ts';
import { withoutPermission } from './without-permission.ts';

/**
 * Answers somebody who may not give orders: 😕, and at most one reply a Thread and day. On a public repository a stranger gets none, or anybody
 * could make us write.
 */
export async function refuse(
  { trigger, github, house }: Scene,
  admission: Admission & { kind: 'refused' },
): Promise<Ending> {
  const { reason, permission } = admission;
  if (trigger.kind === 'comment') {
    const { comment, thread, repository } = trigger;
    await withoutPermission(house.log, 'no 😕 on the comment', () => react(github, comment.id, 'confused'));
    const mayReply = repository.private && permission !== 'unknown' && trigger.actor.type === 'User';
    if (mayReply) {
      await withoutPermission(house.log, 'no answer to the comment', async () => {
        if (await repliedToday(github, thread.number, house.clock.now())) return;
        await createComment(github, thread.number, refusedReply(comment.id, reason));
      });
    }
  }
  return endingWithout({ kind: 'refused', reason: `${reason}.` });
}

async function repliedToday(github: Scene['github'], issueNumber: number, now: Date): Promise<boolean> {
  const day = now.toISOString().slice(0, 10);
  const { comments } = await listComments(github, issueNumber);
  return comments.some(
    ({ author, body, createdAt }) => author?.type === 'Bot' && isRefusal(body) && createdAt.startsWith(day),
  );
}
