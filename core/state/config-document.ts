/** YAML as plain values that remember where they stand. Nothing that a file holds exhausts the stack or the memory. */
import {
  type Document,
  isMap,
  isNode,
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
/** Values that aliases may stand for in all. */
const MAX_ALIASES = 50;
const MAX_KEY = 60;
const PROTOTYPE = '__proto__';

/** A place in the document: keys of mappings, indices of lists. */
export type Path = readonly PropertyKey[];

export interface ReadDocument {
  value: unknown;
  /** Where the value at `path` stands, else the nearest thing around it. */
  positionOf(path: Path): Position;
  /** Where the key at the end of `path` stands. */
  positionOfKey(path: Path): Position;
}

export type DocumentReading =
  | { kind: 'document'; document: ReadDocument }
  | { kind: 'wrong'; problems: Problem[] };

/** An empty text is an empty mapping. */
export function readDocument(text: string): DocumentReading {
  const lines = new LineCounter();
  const tooDeep = firstTooDeep(text, lines);
  const at = (offset: number) => positionAt(lines, offset);
  if (tooDeep !== undefined) {
    return {
      kind: 'wrong',
      problems: [{ position: at(tooDeep), text: 'values are nested too deeply: write them flat' }],
    };
  }
  const document = parse(text);
  const errors = [...document.errors, ...document.warnings];
  const problems = [
    ...errors.map((error) => ({ position: at(error.pos[0]), text: cureOf(error, text) })),
    ...prototypeKeys(document).map((key) => ({
      position: at(startOf(key)),
      text: `there is no key ${PROTOTYPE}`,
    })),
  ];
  if (problems.length > 0) return { kind: 'wrong', problems: onePerLine(problems) };
  try {
    const value = document.toJS({ maxAliasCount: MAX_ALIASES }) ?? {};
    return {
      kind: 'document',
      document: {
        value,
        positionOf: (path) => at(startOf(nodeAt(document, path))),
        positionOfKey: (path) => at(startOf(keyAt(document, path))),
      },
    };
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error;
    return { kind: 'wrong', problems: [{ position: at(0), text: ALIASES }] };
  }
}

const ALIASES = 'aliases (*name) stand for nothing, for themselves or for too much: write the values out';

/** Without tags, merges and every other thing that makes YAML more than mappings, lists and values. */
function parse(text: string) {
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
  const parser = new Parser(lines.addNewLine);
  lines.addNewLine(0);
  for (const lexeme of new Lexer().lex(text)) {
    for (const _token of parser.next(lexeme));
    // A mapping or list and the value in it.
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

/** The library's own words, where they are all there is, quote names of the file at most. */
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

function nodeAt(document: Document, path: Path): Node | null {
  for (let length = path.length; length > 0; length -= 1) {
    const node = document.getIn(path.slice(0, length), true);
    if (isNode(node)) return node;
  }
  return document.contents;
}

function keyAt(document: Document, path: Path): Node | null {
  const around = nodeAt(document, path.slice(0, -1));
  const name = String(path.at(-1));
  const pair = isMap(around)
    ? around.items.find(({ key }) => isScalar(key) && String(key.value) === name)
    : undefined;
  return isNode(pair?.key) ? pair.key : around;
}

function startOf(node: Node | null): number {
  return node?.range?.[0] ?? 0;
}
