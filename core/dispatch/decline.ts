import { createComment, findOwnComment } from '../github/index.ts';
import { declinedReply, sentence } from '../render/index.ts';
import { type Ending, endingWithout } from './ending.ts';
import type { Scene } from './scene.ts';
import { withoutPermission } from './without-permission.ts';

/**
 * Ends a run that cannot start: `blocked` waits for somebody to set something up, `config` for somebody to mend what is set. Said in a
 * reply, once a Thread while the sentence stays the same.
 */
export async function decline(kind: 'blocked' | 'config', problem: string, scene: Scene): Promise<Ending> {
  const outcome =
    kind === 'config'
      ? ({ kind: 'failed', class: 'config', reason: problem } as const)
      : ({ kind, reason: problem } as const);
  const { trigger, github, house } = scene;
  if (trigger.kind === 'comment') {
    const { number } = trigger.thread;
    const reply = declinedReply(sentence(outcome));
    await withoutPermission(house.log, 'no answer to the comment', async () => {
      const said = await findOwnComment(github, number, reply);
      if (said === undefined) await createComment(github, number, reply);
    });
  }
  return endingWithout(outcome);
}
