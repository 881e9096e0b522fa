import { createComment, openThreadRef, type ParsedArgs, react } from '../github/index.ts';
import type { ControlCommand } from './command.ts';
import { commandParser } from './commands.ts';
import { type Ending, endingWithout } from './ending.ts';
import type { Scene } from './scene.ts';
import { withoutPermission } from './without-permission.ts';

/** Carries out control commands in the order in which they stand, once, and answers each. */
export async function carryOut(
  commands: readonly { command: ControlCommand; args: ParsedArgs }[],
  { trigger, github, house }: Scene,
): Promise<Ending> {
  if (trigger.kind !== 'comment') return endingWithout({ kind: 'ignored', reason: 'no comment' });
  const { thread, comment } = trigger;
  const threadRef = openThreadRef(github, thread.number);
  const holder = {
    sessionId: '',
    runId: house.run.id,
    runAttempt: house.run.attempt,
    title: '',
    since: house.clock.now().toISOString(),
  };
  const claim = await threadRef.claim({ commentId: comment.id, holder, lock: false });
  if (claim.kind !== 'claimed')
    return endingWithout({ kind: 'ignored', reason: 'another run handles this comment' });

  const visit = { house, github, trigger, threadRef, commands: commandParser().listCommands() };
  for (const { command, args } of commands) {
    const reply = await command.execute(args, visit);
    await createComment(github, thread.number, reply);
  }
  await withoutPermission(house.log, 'no 👍 on the comment', () => react(github, comment.id, '+1'));
  const names = commands.map(({ command }) => command.name).join(', ');
  return endingWithout({ kind: 'answered', reason: `Carried out: ${names}.` });
}
