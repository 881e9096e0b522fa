import * as z from 'zod';
import type { BuiltinTool } from '../../omnimessage/index.ts';
import { defineTool } from '../define-tool.ts';
import type { FileChange, FileWriter } from '../files/file-writer.ts';
import { unifiedDiff } from '../files/unified-diff.ts';

export function writeFile(writer: FileWriter): BuiltinTool {
  return defineTool({
    name: 'write_file',
    description:
      'Create a file, or replace all of it. Missing folders are made. Returns a unified diff when a file was replaced. To change a part of a file use edit_file. Nothing in .git can be written.',
    permission: 'rw',
    arguments: z.strictObject({
      path: z.string().min(1).describe('The file, relative to the workspace root.'),
      content: z.string().describe('The whole content, written as UTF-8 exactly as given.'),
    }),
    async *execute({ path, content }, ctx) {
      yield ctx.delta(report(await writer.write(path, Buffer.from(content))));
      return undefined;
    },
  });
}

/** A created file is not shown: the model has just written it. */
function report({ path, before, after }: FileChange): string {
  if (before === undefined) return `Created ${path} (${after.length} bytes).\n`;
  if (before.equals(after)) return `${path} already had this content.\n`;
  return `Overwrote ${path} (${after.length} bytes).\n${unifiedDiff(path, before, after)}`;
}
