import { visible } from './invisible.ts';
import { breakClosers, breakCommands, breakMentions } from './triggers.ts';

const ELLIPSIS = '…';

/** So many units for each code point that may be shown: blanks fold, and what is invisible goes. */
const LOOKED_AT = 8;

const MARKDOWN = /[\\*_[\]~|$!]/g;

/** What would be a list, a heading or a rule if it stood at a line's start. */
const BLOCK_START = /^(?:[-+](?=[\s-]|$)|=+$|#{1,6}(?=\s|$)|\d{1,9}(?=[.)](?:\s|$)))/;

/**
 * Text as one bounded plain line, for places that are not Markdown: at most `max` code points, the cut shown
 * by an ellipsis, blanks and line ends folded. Only the beginning of a long text is looked at.
 */
export function plainLine(text: string, max: number): string {
  const beginning = text.slice(0, LOOKED_AT * max);
  const line = visible(beginning).replace(/\s+/g, ' ').trim();
  return clipPoints(beginning.length < text.length ? `${line} ${ELLIPSIS}` : line, max);
}

/** A plain line that pings nobody and closes nothing when it becomes a title or a commit's subject. */
export function titleLine(text: string, max: number): string {
  return breakCommands(breakClosers(breakMentions(plainLine(text, max))));
}

/**
 * Text as one line of Markdown that shows it literally, in a heading, a table cell or a sentence: at most
 * `max` code points are shown. An address in it is no link: inside one a backslash would escape nothing.
 */
export function oneLine(text: string, max: number): string {
  const escaped = plainLine(text, max)
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(MARKDOWN, '\\$&')
    .replace(/`/g, '&#96;')
    .replace(/:\/\//g, ':&#47;/')
    .replace(/www\./gi, (start) => `${start.slice(0, -1)}&#46;`)
    .replace(BLOCK_START, (start) => (/\d/.test(start) ? `${start}\\` : `\\${start}`));
  return breakCommands(breakClosers(breakMentions(escaped)));
}

function clipPoints(line: string, max: number): string {
  if (line.length <= max) return line;
  const points = Array.from(line.slice(0, 2 * max + 2));
  return points.length <= max ? line : points.slice(0, max - 1).join('') + ELLIPSIS;
}
