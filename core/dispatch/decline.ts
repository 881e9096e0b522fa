import { createComment, findOwnComment, threadOf } from '../github/index.ts';
import { declinedReply, renderNotice, sentence } from '../render/index.ts';
import type { Verdict } from './decide-outcome.ts';
import { type Ending, endingWithout } from './ending.ts';
import { recurrenceOf } from './recurrence.ts';
import type { Scene } from './scene.ts';
import { isForAPerson, tellOnIssue } from './tell-on-issue.ts';
import { withoutPermission } from './without-permission.ts';

/** Ends a run that cannot start, and says why: once a Thread, or once in the issue of its kind, as long as the sentence stays the same. */
export async function decline(verdict: Verdict, scene: Scene): Promise<Ending> {
  const { trigger, github, house } = scene;
  const text = declinedReply(sentence(verdict));
  const ending = endingWithout(verdict);
  const thread = threadOf(trigger);
  if (thread !== undefined) {
    await withoutPermission(house.log, 'no answer on the Thread', async () => {
      const said = await findOwnComment(github, thread.number, text);
      if (said === undefined) await createComment(github, thread.number, text);
    });
  }
  const recurrence = recurrenceOf(trigger, house);
  if (recurrence === undefined || !isForAPerson(verdict.kind)) return ending;
  const untold = await tellOnIssue(github, recurrence, { title: 'a task could not start', text });
  return untold === undefined
    ? ending
    : { ...ending, summary: `${ending.summary}\n\n${renderNotice(untold)}` };
}

/** Something is set, and wrong. */
export function wrongConfig(reason: string): Verdict {
  return { kind: 'failed', class: 'config', reason };
}
