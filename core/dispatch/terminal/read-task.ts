import type { Order } from '../command.ts';
import { task } from '../commands/task.ts';
import { commandParser } from '../commands.ts';

/** A task as it may stand behind `/penguin`: `fix …` and `ask …` mean there what they mean here. Undefined when there is nothing to do in it. */
export function readTask(text: string): Order | undefined {
  const parsed = commandParser().parse(`/penguin ${text.trim()}`);
  if (parsed?.command.kind === 'task') return parsed.command.order(parsed.text, undefined);
  // `stop` and `status` are about runs on GitHub; here they are words.
  return task.order(text.trim(), undefined);
}
