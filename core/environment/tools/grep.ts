import * as z from 'zod';
import type { BuiltinTool, Clock } from '../../omnimessage/index.ts';
import { defineTool } from '../define-tool.ts';
import { startOfText } from '../files/text-cut.ts';
import { bounded, boundNotes, MAX_SEARCH_MS } from '../search/bounded.ts';
import type { FoundLine, Search } from '../search/search.ts';

const DEFAULT_RESULTS = 100;
const MAX_RESULTS = 1_000;
const MAX_CONTEXT = 20;
const MAX_PATTERN_CHARACTERS = 1_000;
const MAX_SHOWN_CHARACTERS = 500;

export function grep(search: Search, clock: Clock): BuiltinTool {
  return defineTool({
    name: 'grep',
    description: `Search file contents with a regular expression (RE2: no look-around, no back-references; matches within one line). Prints path:line:text, and path-line-text for context. Leaves out .git, links, ignored and binary files, and files over 16 MiB; lines are cut at ${MAX_SHOWN_CHARACTERS} characters. Stops after ${MAX_SEARCH_MS / 1000} s.`,
    permission: 'r',
    arguments: z.strictObject({
      pattern: z.string().min(1).max(MAX_PATTERN_CHARACTERS),
      path: z.string().min(1).optional().describe('A file or folder. Default: the workspace root.'),
      glob: z
        .string()
        .min(1)
        .optional()
        .describe('Only these files, e.g. *.ts or src/**/*.{js,ts}, below path; ! in front excludes.'),
      ignore_case: z.boolean().optional().describe('Default false.'),
      context: z.int().min(0).max(MAX_CONTEXT).optional().describe('Lines around each match. Default 0.'),
      max_results: z
        .int()
        .min(1)
        .max(MAX_RESULTS)
        .optional()
        .describe(`Matching lines. Default ${DEFAULT_RESULTS}.`),
    }),
    async *execute({ pattern, path = '.', glob, max_results: most = DEFAULT_RESULTS, ...args }, ctx) {
      // The matcher's library is large and nothing before the first search needs it.
      const { compileGlob, compileQuery } = await import('../search/patterns.ts');
      const query = compileQuery(pattern, args.ignore_case ?? false, args.context ?? 0);
      const place = glob === undefined ? { path } : { path, glob: compileGlob(glob) };
      let matches = 0;
      const isFull = ({ kind }: FoundLine) => kind === 'match' && ++matches > most;
      const found = bounded((signal) => search.lines(query, place, signal), isFull, clock, ctx.signal);
      let last: FoundLine | undefined;
      for await (const line of found.results) {
        yield ctx.delta(shown(line, last, query.context));
        last = line;
      }
      if (last === undefined) yield ctx.delta('No matches.\n');
      return { notes: boundNotes(found.bound(), most, 'narrow the pattern or raise max_results') };
    },
  });
}

function shown(line: FoundLine, last: FoundLine | undefined, context: number): string {
  const follows = last?.path === line.path && last.number + 1 === line.number;
  const gap = context > 0 && last !== undefined && !follows ? '--\n' : '';
  const mark = line.kind === 'match' ? ':' : '-';
  const text = startOfText(line.text, MAX_SHOWN_CHARACTERS);
  const cut = text.length < line.text.length ? '… [line cut]' : '';
  return `${gap}${line.path}${mark}${line.number}${mark}${text}${cut}\n`;
}
