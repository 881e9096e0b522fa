import { createComment, findOwnComment } from '../github/index.ts';
import { declinedReply, sentence } from '../render/index.ts';
import type { Verdict } from './decide-outcome.ts';
import { type Ending, endingWithout } from './ending.ts';
import type { Scene } from './scene.ts';
import { withoutPermission } from './without-permission.ts';

/** Ends a run that cannot start, and says why in a reply: once a Thread, as long as the sentence stays the same. */
export async function decline(verdict: Verdict, { trigger, github, house }: Scene): Promise<Ending> {
  if (trigger.kind === 'comment') {
    const { number } = trigger.thread;
    const reply = declinedReply(sentence(verdict));
    await withoutPermission(house.log, 'no answer to the comment', async () => {
      const said = await findOwnComment(github, number, reply);
      if (said === undefined) await createComment(github, number, reply);
    });
  }
  return endingWithout(verdict);
}

/** Something is set, and wrong. */
export function wrongConfig(reason: string): Verdict {
  return { kind: 'failed', class: 'config', reason };
}
