import { afterPenguin } from './command-line.ts';
import type {
  ArgumentSpec,
  CommandMetadata,
  CommandSpec,
  ParsedArgs,
  ParsedCommand,
} from './command-spec.ts';

/** The command that takes free text. */
const DEFAULT = 'task';

/**
 * Turns the text of a command into a command of the table that it was given. It knows none by name but the
 * default.
 */
export class CommandParser<C extends CommandSpec = CommandSpec> {
  readonly #commands: C[] = [];
  readonly #byName = new Map<string, C>();

  /** Throws if a name or an alias is taken. */
  register(command: C): void {
    for (const name of [command.name, ...(command.aliases ?? [])]) {
      const taken = this.#byName.get(name);
      if (taken !== undefined) {
        throw new Error(
          `Command "${command.name}": the name "${name}" is taken by "${taken.name}"; choose another.`,
        );
      }
      this.#byName.set(name, command);
    }
    this.#commands.push(command);
  }

  /**
   * `input` is a command line and the lines that belong to it; null for anything else, and for free text
   * where no command takes it.
   */
  parse(input: string): ParsedCommand<C> | null {
    const line = afterPenguin(input);
    if (line === undefined) return null;
    const all = line + belowFirstLine(input);
    const word = /^\S*/.exec(all)?.[0] ?? '';
    const named = this.#byName.get(nameIn(word));
    const command = named ?? this.#byName.get(DEFAULT);
    if (command === undefined) return null;
    const text = (named === undefined ? all : all.slice(word.length)).trim();
    return { command, args: readArgs(command.args ?? [], text), text };
  }

  isCommand(input: string): boolean {
    return afterPenguin(input) !== undefined;
  }

  listCommands(): CommandMetadata[] {
    return this.#commands.map(({ name, aliases = [], description, args = [] }) => ({
      name,
      aliases,
      description,
      usage: ['/penguin', ...(name === DEFAULT ? [] : [name]), ...args.map(usageOf)].join(' '),
    }));
  }
}

function belowFirstLine(input: string): string {
  const newline = input.indexOf('\n');
  return newline < 0 ? '' : input.slice(newline);
}

/** `Stop!` is `stop`. Only ASCII letters are lowered: no look-alike becomes a command's name. */
function nameIn(word: string): string {
  return word.replace(/[.,:;!?]+$/, '').replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

function readArgs(specs: readonly ArgumentSpec[], text: string): ParsedArgs {
  const args: Record<string, string> = {};
  let left = text;
  for (const { name, pattern, rest } of specs) {
    const value = rest === true ? left : (/^\S*/.exec(left)?.[0] ?? '');
    if (value === '' || (pattern !== undefined && !pattern.test(value))) continue;
    args[name] = value;
    left = left.slice(value.length).trim();
  }
  return args;
}

function usageOf({ name, rest }: ArgumentSpec): string {
  return rest === true ? `[${name}…]` : `[${name}]`;
}
