import { CommandParser } from '../github/index.ts';
import type { Command } from './command.ts';
import { ask } from './commands/ask.ts';
import { fix } from './commands/fix.ts';
import { help } from './commands/help.ts';
import { status } from './commands/status.ts';
import { stop } from './commands/stop.ts';
import { task } from './commands/task.ts';

/** The table of commands, in the order in which help lists them. To add one: a file in `commands/`, a row here, a test. */
const COMMANDS: Command[] = [task, fix, ask, status, stop, help];

export function commandParser(): CommandParser<Command> {
  const parser = new CommandParser<Command>();
  for (const command of COMMANDS) parser.register(command);
  return parser;
}
