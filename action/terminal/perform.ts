import { printable, type Redact } from '../../core/index.ts';
import { USAGE } from './exit-code.ts';
import { PENGUIN_HELP } from './help.ts';
import { nearest } from './nearest.ts';
import type { Pipe } from './pipe.ts';
import { run } from './run.ts';
import { trace } from './trace.ts';

declare const PENGUIN_VERSION: string;

export interface Outputs {
  out: Pipe;
  err: Pipe;
  redact: Redact;
}

type Command = (args: string[], outputs: Outputs) => Promise<number>;

/** The table of commands. To add one: a file here, a row, its help. */
const COMMANDS: Readonly<Record<string, Command>> = { run, trace };

/** Carries out what was typed behind `penguin` and returns the exit code. */
export async function perform([name, ...rest]: string[], outputs: Outputs): Promise<number> {
  const { out, err } = outputs;
  switch (name) {
    case undefined:
      err.write(PENGUIN_HELP);
      return USAGE;
    case '--help':
    case '-h':
    case 'help':
      out.write(PENGUIN_HELP);
      return 0;
    case '--version':
      out.write(`${PENGUIN_VERSION}\n`);
      return 0;
    default: {
      const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
      if (command !== undefined) return command(rest, outputs);
      err.write(unknown(name));
      return USAGE;
    }
  }
}

function unknown(name: string): string {
  const names = Object.keys(COMMANDS);
  const meant = nearest(name, names);
  const hint = meant === undefined ? `the commands are ${names.join(' and ')}` : `did you mean ${meant}?`;
  return `${printable(`There is no command "${name}": ${hint}`)}\n\n${PENGUIN_HELP}`;
}
