import * as z from 'zod';
import type { BuiltinTool, Clock } from '../../omnimessage/index.ts';
import { defineTool } from '../define-tool.ts';
import { bounded, boundNotes } from '../search/bounded.ts';
import type { Search } from '../search/search.ts';

const MAX_FILES = 500;

export function glob(search: Search, clock: Clock): BuiltinTool {
  return defineTool({
    name: 'glob',
    description: `List files by name, sorted by path, at most ${MAX_FILES}. * and ? stay within a name, ** crosses folders, {a,b} and [a-z] choose; without / the pattern is matched in every folder. Leaves out .git, links and ignored files.`,
    permission: 'r',
    arguments: z.strictObject({
      pattern: z.string().min(1).describe('E.g. *.ts, src/**/*.{js,ts} or ** for all files; below path.'),
      path: z.string().min(1).optional().describe('The folder to look in. Default: the workspace root.'),
    }),
    async *execute({ pattern, path = '.' }, ctx) {
      const { compileGlob } = await import('../search/patterns.ts');
      const place = { path, glob: compileGlob(pattern) };
      let files = 0;
      const isFull = () => ++files > MAX_FILES;
      const found = bounded((signal) => search.files(place, signal), isFull, clock, ctx.signal);
      for await (const file of found.results) yield ctx.delta(`${file}\n`);
      if (files === 0) yield ctx.delta('No files.\n');
      return { notes: boundNotes(found.bound(), MAX_FILES, 'narrow the pattern or path') };
    },
  });
}
