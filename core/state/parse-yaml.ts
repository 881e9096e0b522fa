/** YAML without what makes it more than mappings, lists and values. Nothing that a text holds exhausts the stack or the memory. */
import {
  type Document,
  isScalar,
  Lexer,
  LineCounter,
  type Node,
  Parser,
  parseDocument,
  visit,
  type YAMLError,
} from 'yaml';
import { plainLine } from '../policy/index.ts';
import type { Position, Problem } from './problem.ts';

/** The schema needs 3. Some ten thousand deep, the library does not throw: it takes the process down. */
const MAX_DEPTH = 30;
const MAX_KEY = 60;
const PROTOTYPE = '__proto__';

export type YamlReading =
  | { kind: 'yaml'; document: Document; positionOf(node: Node | null): Position }
  | { kind: 'wrong'; problems: Problem[] };

export function parseYaml(text: string): YamlReading {
  const lines = new LineCounter();
  const tooDeep = firstTooDeep(text, lines);
  if (tooDeep !== undefined) {
    return {
      kind: 'wrong',
      problems: [
        { position: positionAt(lines, tooDeep), text: 'values are nested too deeply: write them flat' },
      ],
    };
  }
  const document = parse(text);
  const positionOf = (node: Node | null) => positionAt(lines, node?.range?.[0] ?? 0);
  const problems = [
    ...[...document.errors, ...document.warnings].map((error) => ({
      position: positionAt(lines, error.pos[0]),
      text: cureOf(error, text),
    })),
    ...prototypeKeys(document).map((key) => ({
      position: positionOf(key),
      text: `there is no key ${PROTOTYPE}: take it out`,
    })),
  ];
  if (problems.length > 0) return { kind: 'wrong', problems: onePerLine(problems) };
  return { kind: 'yaml', document, positionOf };
}

function parse(text: string): Document {
  return parseDocument(text, {
    prettyErrors: false,
    logLevel: 'error',
    schema: 'core',
    resolveKnownTags: false,
    merge: false,
  });
}

/** Where the nesting passes the limit. This parser keeps its stack in an array; what reads its result recurses. */
function firstTooDeep(text: string, lines: LineCounter): number | undefined {
  lines.addNewLine(0);
  const parser = new Parser(lines.addNewLine);
  for (const lexeme of new Lexer().lex(text)) {
    for (const _token of parser.next(lexeme));
    // Each level is a collection and the value in it.
    if (parser.stack.length > 2 * MAX_DEPTH) return parser.offset;
  }
  return undefined;
}

function positionAt(lines: LineCounter, offset: number): Position {
  const { line, col } = lines.linePos(offset);
  return { line, column: col };
}

/** Keys that would set an object's prototype where somebody is careless; checks against a schema skip them without a word. */
function prototypeKeys(document: Document): Node[] {
  const found: Node[] = [];
  visit(document, {
    Pair(_, { key }) {
      if (isScalar(key) && key.value === PROTOTYPE) found.push(key);
    },
  });
  return found;
}

/** What follows from an error on the same line is no news. */
function onePerLine(problems: Problem[]): Problem[] {
  const lines = problems.map(({ position }) => position.line);
  return problems.filter(({ position }, index) => lines.indexOf(position.line) === index);
}

/** The library's own words, where they are all there is, quote names of the text at most. */
function cureOf({ code, message, pos }: YAMLError, text: string): string {
  switch (code) {
    case 'DUPLICATE_KEY':
      return `the key ${plainLine(text.slice(pos[0]).split(/[:\n]/, 1)[0] ?? '', MAX_KEY)} stands twice: keep one`;
    case 'TAG_RESOLVE_FAILED':
      return 'tags (!name) are not supported: write the value without';
    case 'TAB_AS_INDENT':
      return 'a tab indents this line: use blanks';
    case 'MULTIPLE_DOCS':
      return 'a second document begins here: keep one';
    default:
      return `this is no YAML (${message}): look at the indentation, quotes and brackets here`;
  }
}
