import { openThreadRef, react } from '../github/index.ts';
import { answerEach } from './answer-each.ts';
import { isStop } from './commands/stop.ts';
import { type Ending, endingWithout } from './ending.ts';
import { openPatience, type Turn } from './patience.ts';
import type { GivenControl } from './read-order.ts';
import { type CommentScene, isOnComment, type Scene } from './scene.ts';
import { standBack } from './stand-back.ts';
import { withoutPermission } from './without-permission.ts';

/**
 * Carries out control commands once, and answers each. A run that is to be stopped is left to hear that by itself: it knows best how to
 * end.
 */
export async function carryOut(commands: readonly GivenControl[], scene: Scene): Promise<Ending> {
  if (!isOnComment(scene)) return endingWithout({ kind: 'ignored', reason: 'no comment' });
  if (commands.some(isStop)) {
    const turn = await untilHeard(scene);
    if (turn.kind === 'cancelled') return standBack({ kind: 'cancelled' }, scene);
  }
  if (!(await claimed(scene))) return standBack({ kind: 'duplicate', working: true }, scene);
  await answerEach(commands, scene);
  const { house, github, trigger } = scene;
  await withoutPermission(house.log, 'no 👍 on the comment', () => react(github, trigger.comment.id, '+1'));
  const names = commands.map(({ command }) => command.name).join(', ');
  return endingWithout({ kind: 'answered', reason: `Carried out: ${names}.` });
}

/** A run that is dead hears nothing: nobody waits for it. */
async function untilHeard(scene: CommentScene): Promise<Turn> {
  const { house, github, trigger } = scene;
  const threadRef = openThreadRef(github, trigger.thread.number);
  const { active } = await threadRef.state();
  const us = { runId: house.run.id, runAttempt: house.run.attempt };
  if (active === null || !(await threadRef.isWorking(active, us))) return { kind: 'free' };
  return openPatience(scene).wait();
}

async function claimed({ house, github, trigger }: CommentScene): Promise<boolean> {
  const holder = {
    sessionId: '',
    runId: house.run.id,
    runAttempt: house.run.attempt,
    title: '',
    since: house.clock.now().toISOString(),
  };
  const request = { commentId: trigger.comment.id, holder, lock: false };
  return (await openThreadRef(github, trigger.thread.number).claim(request)).kind === 'claimed';
}
