import { isAbsolute } from 'node:path';
import { createLineSplitter } from '../files/line-splitter.ts';
import type { Workspace } from '../workspace-path.ts';
import { runProgram } from './run-program.ts';
import { type FoundLine, type LineQuery, MAX_SEARCHED_BYTES, type Place, type Search } from './search.ts';
import { type Start, startOf } from './start.ts';

const NUL = 0x00;
const NEWLINE = 0x0a;
/** Enough for a path, a number and what is shown of a line. */
const MAX_RECORD_BYTES = 16 * 1024;

/** Nothing outside the Workspace decides what is found: no configuration, no global ignore files; and no link is followed. */
const COMMON = [
  ...['--no-config', '--no-messages', '--color=never', '--sort=path', '--hidden', '--iglob=!.git'],
  ...['--no-ignore-global', '--no-ignore-exclude', '--no-ignore-dot', '--no-require-git'],
];

const LINES = [
  ...['--no-heading', '--with-filename', '--line-number', '--null', '--crlf', '--encoding=none'],
  `--max-filesize=${MAX_SEARCHED_BYTES}`,
];

/**
 * The search by ripgrep. It opens files by their paths, so a folder that is turned into a link at the right moment could lead it outside; its
 * start is checked, and what it prints is what commands could print too.
 */
export function createRipgrepSearch(program: string, workspace: Workspace): Search {
  const run = (args: string[], start: Start, signal: AbortSignal) =>
    runProgram({
      program,
      args: [...COMMON, ...args, '--', argumentFor(start.path)],
      cwd: workspace.root,
      signal,
    });

  return {
    async *files(place, signal) {
      const start = await startOf(workspace, place);
      const args = ['--files', '--null', ...placeArgs(start, place)];
      for await (const record of records(run(args, start, signal), NUL)) {
        const path = pathOf(record);
        if (start.wants(path)) yield path;
      }
    },
    async *lines(query, place, signal) {
      const start = await startOf(workspace, place);
      const args = [...LINES, ...queryArgs(query), ...placeArgs(start, place)];
      for await (const record of records(run(args, start, signal), NEWLINE)) {
        const found = parse(record);
        if (found !== undefined && start.wants(found.path)) yield found;
      }
    },
  };
}

function queryArgs({ pattern, ignoreCase, context }: LineQuery): string[] {
  return [`--context=${context}`, ...(ignoreCase ? ['--ignore-case'] : []), `--regexp=${pattern}`];
}

/** A type narrows the search by name without overruling ignore files, as `--glob` would; the exact answer is `wants`. */
function placeArgs(start: Start, { glob }: Place): string[] {
  const above = start.path === '.' ? ['--no-ignore-parent'] : [];
  return glob?.name === undefined ? above : [...above, `--type-add=sought:${glob.name}`, '--type=sought'];
}

function argumentFor(path: string): string {
  return isAbsolute(path) ? path : `./${path}`;
}

function pathOf(printed: string): string {
  return printed.replace(/^(\.\/)+/, '');
}

async function* records(output: AsyncIterable<Buffer>, separator: number): AsyncGenerator<string> {
  const splitter = createLineSplitter(separator, MAX_RECORD_BYTES);
  for await (const piece of output) {
    for (const { bytes } of splitter.push(piece)) yield bytes.toString('utf8');
  }
  for (const { bytes } of splitter.flush()) yield bytes.toString('utf8');
}

/** `path NUL number : text`, with `-` for a line around a match. Anything else is a separator or a remark. */
function parse(record: string): FoundLine | undefined {
  const end = record.indexOf('\0');
  const rest = /^(\d+)([:-])(.*)$/s.exec(record.slice(end + 1));
  if (end < 0 || rest === null) return undefined;
  const [, number, mark, text = ''] = rest;
  return {
    path: pathOf(record.slice(0, end)),
    number: Number(number),
    text: text.replace(/\r$/, ''),
    kind: mark === ':' ? 'match' : 'context',
  };
}
