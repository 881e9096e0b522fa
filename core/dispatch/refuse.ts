import { type Admission, createComment, listComments, type ThreadTrigger } from '../github/index.ts';
import { isRefusal, refusedReply } from '../render/index.ts';
import { type Ending, endingWithout } from './ending.ts';
import { reactTo } from './reaction.ts';
import type { Scene } from './scene.ts';
import { withoutPermission } from './without-permission.ts';

/**
 * Answers somebody who may not give orders: 😕, and at most one reply a Thread and day. On a public repository a stranger gets none, or anybody
 * could make us write.
 */
export async function refuse(scene: Scene, admission: Admission & { kind: 'refused' }): Promise<Ending> {
  const { trigger } = scene;
  if ('thread' in trigger) await answer(trigger, admission, scene);
  return endingWithout({ kind: 'refused', reason: `${admission.reason}.` });
}

async function answer(
  trigger: ThreadTrigger,
  { reason, permission }: Admission & { kind: 'refused' },
  { github, house }: Scene,
): Promise<void> {
  const { number } = trigger.thread;
  const command = trigger.kind === 'comment' ? { commandId: trigger.comment.id } : {};
  await withoutPermission(house.log, 'no 😕', () => reactTo(github, { number, ...command }, 'confused'));
  if (!trigger.repository.private || permission === 'unknown' || trigger.actor.type !== 'User') return;
  await withoutPermission(house.log, 'no answer on the Thread', async () => {
    if (await repliedToday(github, number, house.clock.now())) return;
    // Where no comment is answered, the issue is: its number stands in the marker.
    await createComment(github, number, refusedReply(command.commandId ?? number, reason));
  });
}

async function repliedToday(github: Scene['github'], issueNumber: number, now: Date): Promise<boolean> {
  const day = now.toISOString().slice(0, 10);
  const { comments } = await listComments(github, issueNumber);
  return comments.some(
    ({ author, body, createdAt }) => author?.type === 'Bot' && isRefusal(body) && createdAt.startsWith(day),
  );
}
