import { parseArgs } from 'node:util';
import type { Flag } from './flags.ts';
import { nearest } from './nearest.ts';

export type FlagsReading<Name extends string> =
  | { kind: 'read'; values: Partial<Record<Name, string>>; on: ReadonlySet<Name>; words: string[] }
  /** A sentence that names the flag, and what to type. */
  | { kind: 'wrong'; problem: string };

/** Reads what was typed behind a command. `command` is for the sentences, for example `penguin run`. */
export function readFlags<Name extends string>(
  args: string[],
  flags: Readonly<Record<Name, Flag>>,
  command: string,
): FlagsReading<Name> {
  try {
    const { values, positionals } = parseArgs({
      args,
      strict: true,
      allowPositionals: true,
      options: optionsOf(flags),
    });
    return { kind: 'read', ...sorted(values, flags), words: positionals };
  } catch (error) {
    return { kind: 'wrong', problem: explain(error, flags, command) };
  }
}

function optionsOf(flags: Readonly<Record<string, Flag>>) {
  const options: Record<string, { type: 'string' | 'boolean'; short?: string }> = {};
  for (const [name, { value }] of Object.entries(flags)) {
    options[name] = {
      type: value === undefined ? 'boolean' : 'string',
      ...(name === 'help' ? { short: 'h' } : {}),
    };
  }
  return options;
}

function sorted<Name extends string>(parsed: Record<string, unknown>, flags: Readonly<Record<Name, Flag>>) {
  const values: Partial<Record<Name, string>> = {};
  const on = new Set<Name>();
  for (const [name, value] of Object.entries(parsed)) {
    if (!isFlag(name, flags)) continue;
    if (typeof value === 'string') values[name] = value;
    else if (value === true) on.add(name);
  }
  return { values, on };
}

function isFlag<Name extends string>(name: string, flags: Readonly<Record<Name, Flag>>): name is Name {
  return Object.hasOwn(flags, name);
}

/** Node's own words are long and speak of quoting. */
function explain(error: unknown, flags: Readonly<Record<string, Flag>>, command: string): string {
  if (!(error instanceof Error) || !('code' in error)) throw error;
  const typed = /'(?:-\w, )?(--?[^\s']*)/.exec(error.message)?.[1] ?? '';
  const name = typed.replace(/^-+/, '');
  const value = flags[name]?.value;
  switch (error.code) {
    case 'ERR_PARSE_ARGS_UNKNOWN_OPTION': {
      const meant = nearest(name, Object.keys(flags));
      const hint = meant === undefined ? '' : ` did you mean --${meant}?`;
      return `There is no flag ${typed} for \`${command}\`:${hint} \`${command} --help\` lists them.`;
    }
    case 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE':
      return value === undefined
        ? `${typed} takes no value: write ${typed} alone.`
        : `${typed} needs a value: write ${typed} <${value}>, or ${typed}=<${value}> if it begins with a dash.`;
    default:
      throw error;
  }
}
