import { SECRET_FORMATS } from './secret-formats.ts';
import type { SecretSpan, SpanFinder } from './span-finder.ts';

/** Finds tokens by their form. */
export function formatFinder(): SpanFinder {
  const starts = new RegExp(SECRET_FORMATS.map(({ start }) => `(${start.source})`).join('|'), 'g');
  const longest = Math.max(...SECRET_FORMATS.map((format) => format.longest));

  function next(text: string, from: number, before: number): SecretSpan | undefined {
    starts.lastIndex = from;
    const match = starts.exec(text.slice(0, before + longest));
    if (match === null || match.index >= before) return undefined;
    const format = SECRET_FORMATS[match.slice(1).findIndex((group) => group !== undefined)];
    const span = { start: match.index, end: match.index + match[0].length };
    return format === undefined ? span : { ...span, rest: format.rest };
  }
  return { next, longest };
}
