import { closing, type OpenMarkup, openAfter } from './open-markup.ts';
import { fits, minus, sizeOf, type TextSize } from './text-size.ts';

/**
 * Code spans, the second half of links, tags, escapes and entities stay whole; everything else may be cut
 * after any character.
 */
const ATOM = /`+[^`]*`+|\]\([^)]*\)?|<[^>]*>?|\\.|&#?\w+;|./gsu;

/**
 * Markdown cut to at most `maxCodePoints` and `maxBytes`, `note` (which must fit) included: between lines or
 * words, never inside a link, a tag or a code span; fences and `<details>` that are open at the cut are
 * closed. Text that fits is given back as it is.
 */
export function clipMarkdown(text: string, maxCodePoints: number, maxBytes: number, note: string): string {
  const max = { points: maxCodePoints, bytes: maxBytes };
  if (fits(sizeOf(text), max)) return text;
  let room = minus(max, sizeOf(`\n\n${note}`));
  let open: OpenMarkup = { details: 0 };
  const kept: string[] = [];

  for (const line of text.split('\n')) {
    const next = openAfter(open, line);
    const left = minus(room, sizeOf(`${line}\n`));
    if (!fits(sizeOf(closing(next)), left)) {
      kept.push(...partOf(line, open, minus(room, sizeOf(`${closing(open)}\n`))));
      break;
    }
    kept.push(line);
    room = left;
    open = next;
  }
  return [kept.join('\n').trimEnd() + closing(open), note].filter((part) => part !== '').join('\n\n');
}

/** As much of a line as there is room for: one line, or none if a part of it would open or close something. */
function partOf(line: string, open: OpenMarkup, room: TextSize): string[] {
  const part = open.fence === undefined ? wordsOf(line, room) : pointsOf(line, room);
  return part === '' || openAfter(open, line) !== open || openAfter(open, part) !== open ? [] : [part];
}

function pointsOf(line: string, room: TextSize): string {
  let end = 0;
  for (const point of line) {
    room = minus(room, sizeOf(point));
    if (!fits({ points: 0, bytes: 0 }, room)) break;
    end += point.length;
  }
  return line.slice(0, end);
}

/** Cuts at the last blank, or after the last character where blanks are rare. */
function wordsOf(line: string, room: TextSize): string {
  let brackets = 0;
  let blank = 0;
  let end = 0;
  for (const { 0: atom, index } of line.matchAll(ATOM)) {
    room = minus(room, sizeOf(atom));
    if (!fits({ points: 0, bytes: 0 }, room)) break;
    brackets = Math.max(0, brackets + depthOf(atom));
    if (brackets > 0) continue;
    if (/^\s$/.test(atom)) blank = index;
    end = index + atom.length;
  }
  return line.slice(0, 2 * blank > end ? blank : end);
}

function depthOf(atom: string): number {
  if (atom === '[') return 1;
  return atom.startsWith(']') ? -1 : 0;
}
