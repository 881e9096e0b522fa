import * as z from 'zod';
import type { BuiltinTool } from '../../omnimessage/index.ts';
import { defineTool } from '../define-tool.ts';
import { applyEdit } from '../files/apply-edit.ts';
import type { FileWriter } from '../files/file-writer.ts';
import { unifiedDiff } from '../files/unified-diff.ts';

export function editFile(writer: FileWriter): BuiltinTool {
  return defineTool({
    name: 'edit_file',
    description:
      'Replace text in a file. old_string must be in the file exactly once, blanks and line ends included, unless replace_all is true. Read the file first and copy old_string from it without the line numbers. Returns a unified diff. Files up to 16 MiB; not for binary files or anything in .git.',
    permission: 'rw',
    arguments: z.strictObject({
      path: z.string().min(1).describe('The file, relative to the workspace root.'),
      old_string: z.string().min(1).describe('The exact text to replace.'),
      new_string: z.string().describe('What takes its place; empty deletes it.'),
      replace_all: z.boolean().optional().describe('Replace every place. Default false.'),
    }),
    async *execute({ path, old_string, new_string, replace_all = false }, ctx) {
      const edit = { oldText: old_string, newText: new_string, all: replace_all };
      const change = await writer.edit(path, (before, shown) => applyEdit(before, edit, shown));
      yield ctx.delta(unifiedDiff(change.path, change.before ?? Buffer.alloc(0), change.after));
      return undefined;
    },
  });
}
