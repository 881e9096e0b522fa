/** A line that the runner takes as a command, and in which of its two forms. */
export interface WorkflowCommand {
  name: string;
  properties: Record<string, string>;
  message: string;
  /** `::name key=value::message` at the start of a line, or `##[name key=value]message` anywhere in it. */
  form: 'colons' | 'brackets';
}

interface Form {
  form: WorkflowCommand['form'];
  separator: string;
  /** Escapes in the order in which the runner undoes them; `%25` comes last. */
  propertyEscapes: [string, string][];
  messageEscapes: [string, string][];
}

const BREAKS: [string, string][] = [
  ['%0D', '\r'],
  ['%0A', '\n'],
];
const PERCENT: [string, string] = ['%25', '%'];
const BRACKET_ESCAPES: [string, string][] = [['%3B', ';'], ...BREAKS, ['%5D', ']'], PERCENT];

const COLONS: Form = {
  form: 'colons',
  separator: ',',
  propertyEscapes: [...BREAKS, ['%3A', ':'], ['%2C', ','], PERCENT],
  messageEscapes: [...BREAKS, PERCENT],
};
const BRACKETS: Form = {
  form: 'brackets',
  separator: ';',
  propertyEscapes: BRACKET_ESCAPES,
  messageEscapes: BRACKET_ESCAPES,
};

/** The blanks that .NET trims: JavaScript's, less the byte order mark, and NEL. */
const LEADING_BLANKS = /^(?:(?!\ufeff)\s|\u0085)+/;

/** Reads a line as the runner does: as a command only when `isCommand` knows its name, in either case. */
export function parseCommand(
  line: string,
  isCommand: (name: string) => boolean,
): WorkflowCommand | undefined {
  return [parseColons(line), parseBrackets(line)].find((command) => command && isCommand(command.name));
}

function parseColons(line: string): WorkflowCommand | undefined {
  const text = line.replace(LEADING_BLANKS, '');
  const end = text.startsWith('::') ? text.indexOf('::', 2) : -1;
  if (end < 0) return undefined;
  return commandOf(COLONS, text.slice(2, end), text.slice(end + 2));
}

function parseBrackets(line: string): WorkflowCommand | undefined {
  const start = line.indexOf('##[');
  const end = start < 0 ? -1 : line.indexOf(']', start);
  if (end < 0) return undefined;
  return commandOf(BRACKETS, line.slice(start + 3, end), line.slice(end + 1));
}

function commandOf(form: Form, head: string, tail: string): WorkflowCommand {
  const blank = head.indexOf(' ');
  const name = blank < 0 ? head : head.slice(0, blank);
  const pairs =
    blank < 0
      ? []
      : head
          .slice(blank + 1)
          .trim()
          .split(form.separator);
  return {
    name: name.toLowerCase(),
    properties: Object.fromEntries(pairs.flatMap((pair) => property(form, pair))),
    message: decode(tail, form.messageEscapes),
    form: form.form,
  };
}

function property(form: Form, pair: string): [string, string][] {
  const at = pair.indexOf('=');
  const [key, value] = [pair.slice(0, at), pair.slice(at + 1)];
  return at < 1 || value === '' ? [] : [[key, decode(value, form.propertyEscapes)]];
}

function decode(text: string, escapes: [string, string][]): string {
  return escapes.reduce((sofar, [code, character]) => sofar.replaceAll(code, character), text);
}
