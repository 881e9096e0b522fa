import { createComment } from '../github/index.ts';
import { busyReply } from '../render/index.ts';
import { activeSession } from './active-session.ts';
import { type Ending, endingWithout } from './ending.ts';
import type { Scene } from './scene.ts';
import type { Taking } from './take-thread.ts';
import { withoutPermission } from './without-permission.ts';

/** Another run was there first: what it has taken is its own to answer, what it has not gets an answer of ours. */
export async function standBack(
  taking: Exclude<Taking, { kind: 'taken' }>,
  { trigger, github, house }: Scene,
): Promise<Ending> {
  if (taking.kind === 'cancelled') {
    return endingWithout({
      kind: 'cancelled',
      reason: 'The run was cancelled while it waited for another one.',
    });
  }
  if (taking.kind === 'duplicate' || trigger.kind !== 'comment') {
    return endingWithout({ kind: 'ignored', reason: 'another run handles this comment' });
  }
  const active = activeSession(taking.holder, { house, trigger });
  const reply = busyReply(trigger.comment.id, active, house.clock.now());
  await withoutPermission(house.log, 'no answer to the comment', () =>
    createComment(github, trigger.thread.number, reply),
  );
  return endingWithout({
    kind: 'answered',
    reason: `Another Session works on #${trigger.thread.number} and did not take up the comment: send it again when that has ended.`,
  });
}
