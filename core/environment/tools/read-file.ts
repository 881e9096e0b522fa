import type { FileHandle } from 'node:fs/promises';
import * as z from 'zod';
import type { BuiltinTool, OmniMessage, ToolExecutionContext, ToolResult } from '../../omnimessage/index.ts';
import { defineTool } from '../define-tool.ts';
import { fileChunks, looksBinary } from '../files/file-chunks.ts';
import { createLineSplitter, type Line } from '../files/line-splitter.ts';
import { startOfText } from '../files/text-cut.ts';
import type { Workspace } from '../workspace-path.ts';

const MAX_LINES = 2_000;
const MAX_LINE_CHARACTERS = 2_000;
/** UTF-8 needs at most four bytes a character. */
const MAX_LINE_BYTES = 4 * MAX_LINE_CHARACTERS;
/** Whoever wants a line further on is told to use a command: the scan must end. */
const MAX_SCANNED_BYTES = 1024 * 1024 * 1024;
const NEWLINE = 0x0a;

/** Lines `first` to `last` (exclusive), counted from 1. */
interface Window {
  first: number;
  last: number;
}

export function readFile(workspace: Workspace): BuiltinTool {
  return defineTool({
    name: 'read_file',
    description: `Read a text file with line numbers (as cat -n does). At most ${MAX_LINES} lines a call, lines cut at ${MAX_LINE_CHARACTERS} characters; go on with offset. Binary files are refused.`,
    permission: 'r',
    maxOutputLength: 64_000,
    arguments: z.strictObject({
      path: z.string().min(1).describe('The file, relative to the workspace root.'),
      offset: z.int().min(1).optional().describe('The first line, counted from 1. Default 1.'),
      limit: z.int().min(1).max(MAX_LINES).optional().describe(`How many lines. Default ${MAX_LINES}.`),
    }),
    async *execute({ path, offset = 1, limit = MAX_LINES }, ctx) {
      const file = await workspace.open(path, 'file');
      try {
        return yield* readWindow(file.handle, { first: offset, last: offset + limit }, path, ctx);
      } finally {
        await file.handle.close();
      }
    },
  });
}

async function* readWindow(
  handle: FileHandle,
  window: Window,
  path: string,
  ctx: ToolExecutionContext,
): AsyncGenerator<OmniMessage, ToolResult> {
  const splitter = createLineSplitter(NEWLINE, MAX_LINE_BYTES);
  let scanned = 0;
  let next = 1;
  for await (const chunk of fileChunks(handle, ctx.signal)) {
    if (scanned === 0 && looksBinary(chunk)) throw new Error(binaryText(path));
    scanned += chunk.length;
    const lines = splitter.push(chunk);
    yield* shown(lines, next, window, ctx);
    next += lines.length;
    if (next > window.last) return { notes: [moreText(window)] };
    if (scanned >= MAX_SCANNED_BYTES) return { notes: [scanText(next)] };
  }
  const rest = splitter.flush();
  yield* shown(rest, next, window, ctx);
  next += rest.length;
  if (next > window.last) return { notes: [moreText(window)] };
  return next > window.first ? {} : { notes: [pastEndText(next - 1, window)] };
}

function* shown(
  lines: Line[],
  number: number,
  { first, last }: Window,
  ctx: ToolExecutionContext,
): Generator<OmniMessage> {
  const wanted = lines
    .map((line, index) => ({ line, number: number + index }))
    .slice(Math.max(0, first - number), Math.max(0, last - number));
  const text = wanted.map((entry) => `${numbered(entry.line, entry.number)}\n`).join('');
  if (text !== '') yield ctx.delta(text);
}

function numbered({ bytes, cut }: Line, number: number): string {
  const text = new TextDecoder().decode(bytes).replace(/\r$/, '');
  const kept = startOfText(text, MAX_LINE_CHARACTERS);
  const mark = cut || kept.length < text.length ? '… [line cut]' : '';
  return `${String(number).padStart(6)}\t${kept}${mark}`;
}

function binaryText(path: string): string {
  return `${path} is a binary file. Use exec_command with a program that understands it.`;
}

function moreText({ last }: Window): string {
  return `[there are more lines: go on with offset ${last}]`;
}

function scanText(next: number): string {
  return `[stopped at line ${next}, after ${MAX_SCANNED_BYTES} bytes. Use exec_command with sed -n or tail]`;
}

function pastEndText(lines: number, { first }: Window): string {
  return lines === 0 ? '[the file is empty]' : `[the file has ${lines} lines: line ${first} is past its end]`;
}
