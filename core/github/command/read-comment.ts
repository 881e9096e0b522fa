import type { CommandParser } from './command-parser.ts';
import type { CommandSpec, ParsedCommand } from './command-spec.ts';
import { findCommands } from './find-commands.ts';

/** What a comment asks for. */
export type CommentRequest<C extends CommandSpec> =
  | { kind: 'none' }
  | ({ kind: 'task'; context: string } & ParsedCommand<C>)
  /** To be carried out in this order. */
  | { kind: 'control'; commands: ParsedCommand<C>[] }
  /**
   * Nothing of it is carried out; `reason` is one sentence for its writer and holds none of the comment's
   * words.
   */
  | { kind: 'refused'; reason: string };

/**
 * Reads a comment by the table that `parser` holds. One comment may start one task or carry control commands
 * that do not contradict.
 */
export function readComment<C extends CommandSpec>(
  markdown: string,
  parser: CommandParser<C>,
): CommentRequest<C> {
  const found = findCommands(markdown);
  const commands = found.flatMap(({ text }) => parser.parse(text) ?? []);
  const [task, second] = commands.filter(({ command }) => command.kind === 'task');
  if (task === undefined) return readControl(commands);
  if (second !== undefined) {
    return refused(
      'One comment can start one task, and this one asks for more: write each in a comment of its own.',
    );
  }
  if (commands.length > 1) {
    return refused('This comment mixes a task with other commands: write them in separate comments.');
  }
  return { kind: 'task', context: found[0]?.context ?? '', ...task };
}

function readControl<C extends CommandSpec>(commands: ParsedCommand<C>[]): CommentRequest<C> {
  if (commands.length === 0) return { kind: 'none' };
  const clash = contradictionIn(commands);
  if (clash === undefined) return { kind: 'control', commands };
  const names = clash.map(({ command }) => `\`${command.name}\``).join(' and ');
  return refused(`The commands ${names} contradict each other in this comment: write the one that you mean.`);
}

function refused(reason: string): { kind: 'refused'; reason: string } {
  return { kind: 'refused', reason };
}

/** Two different commands about one subject; one that names none may mean any. */
function contradictionIn<C extends CommandSpec>(
  commands: ParsedCommand<C>[],
): ParsedCommand<C>[] | undefined {
  const unnamed = commands.find((command) => subjectOf(command) === '');
  const first = new Map<string, ParsedCommand<C>>();
  for (const one of commands) {
    const subject = subjectOf(one);
    if (subject === undefined) continue;
    const other = unnamed ?? first.get(subject) ?? one;
    if (other.command !== one.command) return [other, one];
    first.set(subject, other);
  }
  return undefined;
}

/**
 * Undefined for a command that is about nothing in particular; empty where it is about something that was not
 * named.
 */
function subjectOf<C extends CommandSpec>({ command, args }: ParsedCommand<C>): string | undefined {
  const subject = command.args?.find((arg) => arg.subject === true);
  return subject && (args[subject.name] ?? '');
}
