import { type Edit, lineEdits } from './line-edits.ts';

const CONTEXT = 3;

/** The change from `before` to `after` as a unified diff; empty when nothing changed. Bytes that are no UTF-8 are shown as U+FFFD. */
export function unifiedDiff(path: string, before: Buffer, after: Buffer): string {
  if (before.equals(after)) return '';
  const old = linesOf(before.toString('utf8'));
  const now = linesOf(after.toString('utf8'));
  const hunks = hunksOf(lineEdits(old, now)).map((hunk) => hunkText(hunk, old, now));
  return `--- a/${path}\n+++ b/${path}\n${hunks.join('')}`;
}

/** Lines with their ends, so that a missing last newline and CRLF are differences. */
function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** Edits whose contexts touch belong to one hunk. */
function hunksOf(edits: Edit[]): Edit[][] {
  const hunks: Edit[][] = [];
  for (const edit of edits) {
    const hunk = hunks.at(-1);
    const last = hunk?.at(-1);
    if (hunk !== undefined && last !== undefined && edit.oldStart - last.oldEnd <= 2 * CONTEXT)
      hunk.push(edit);
    else hunks.push([edit]);
  }
  return hunks;
}

function hunkText(hunk: Edit[], old: string[], now: string[]): string {
  const first = hunk[0];
  const last = hunk.at(-1);
  if (first === undefined || last === undefined) return '';
  const oldStart = Math.max(0, first.oldStart - CONTEXT);
  const oldEnd = Math.min(old.length, last.oldEnd + CONTEXT);
  const newStart = first.newStart - (first.oldStart - oldStart);
  const newEnd = last.newEnd + (oldEnd - last.oldEnd);
  const lines: string[] = [];
  let at = oldStart;
  for (const edit of hunk) {
    lines.push(...marked(' ', old.slice(at, edit.oldStart)));
    lines.push(...marked('-', old.slice(edit.oldStart, edit.oldEnd)));
    lines.push(...marked('+', now.slice(edit.newStart, edit.newEnd)));
    at = edit.oldEnd;
  }
  lines.push(...marked(' ', old.slice(at, oldEnd)));
  return `@@ -${range(oldStart, oldEnd)} +${range(newStart, newEnd)} @@\n${lines.join('')}`;
}

function marked(mark: string, lines: string[]): string[] {
  return lines.map((line) =>
    line.endsWith('\n') ? `${mark}${line}` : `${mark}${line}\n\\ No newline at end of file\n`,
  );
}

/** An empty range names the line before it. */
function range(start: number, end: number): string {
  const count = end - start;
  return `${count === 0 ? start : start + 1}${count === 1 ? '' : `,${count}`}`;
}
