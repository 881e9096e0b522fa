import { createComment, openThreadRef } from '../github/index.ts';
import { commandParser } from './commands.ts';
import type { GivenControl } from './read-order.ts';
import type { CommentScene } from './scene.ts';

/** Carries out control commands in the order in which they stand, and answers each. */
export async function answerEach(
  commands: readonly GivenControl[],
  { trigger, github, house }: CommentScene,
): Promise<void> {
  const { number } = trigger.thread;
  const threadRef = openThreadRef(github, number);
  const visit = { house, github, trigger, threadRef, commands: commandParser().listCommands() };
  for (const { command, args } of commands) {
    const reply = await command.execute(args, visit);
    await createComment(github, number, reply);
  }
}
