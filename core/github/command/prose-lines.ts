/** What a line stands in when it begins. */
type Inside =
  | { kind: 'text' }
  | { kind: 'fence'; mark: string; maxIndent: number }
  /** A comment or an element whose content is not the writer's own words. */
  | { kind: 'hidden'; until: string };

const TEXT: Inside = { kind: 'text' };

/** Also right behind a list's mark. */
const FENCE = /^(\s*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?)(`{3,}(?=[^`]*$)|~{3,})/;
const QUOTE = /^[ \t]*>/;
const HIDING_ELEMENT = /<(pre|code|blockquote|script|style|textarea|template|samp|kbd)\b/gi;
const CODE_SPAN = /(`+)[^`]*\1/g;

/**
 * Which lines of a comment are its writer's own words: not quoted, not code, not hidden. Where Markdown's
 * readers may disagree a line does not count: a command that is not carried out is typed again, one that
 * nobody meant is not undone.
 */
export function proseLines(lines: readonly string[]): boolean[] {
  let inside = TEXT;
  let inParagraph = false;
  return lines.map((line) => {
    const next = stateAfter(inside, line);
    const own = inside.kind === 'text' && next.kind !== 'fence' && !QUOTE.test(line);
    const isCode = !inParagraph && columnsBefore(line) >= 4;
    inside = next;
    inParagraph = own && !isCode && line.trim() !== '';
    return own && !isCode;
  });
}

function stateAfter(inside: Inside, line: string): Inside {
  switch (inside.kind) {
    case 'text':
      return QUOTE.test(line) ? TEXT : opened(line);
    case 'fence':
      return closesFence(inside, line) ? TEXT : inside;
    case 'hidden': {
      const end = line.toLowerCase().indexOf(inside.until);
      return end < 0 ? inside : opened(line.slice(end + inside.until.length));
    }
  }
}

/** What `line` leaves open. */
function opened(line: string): Inside {
  if (line === '') return TEXT;
  const [, before, mark] = FENCE.exec(line) ?? [];
  // Inside a list the fence's own column is the least that a reader may ask of the line that closes it.
  if (before !== undefined && mark !== undefined)
    return { kind: 'fence', mark, maxIndent: Math.max(3, before.length) };
  const text = line.replace(CODE_SPAN, '');
  if (text.lastIndexOf('<!--') > text.lastIndexOf('-->')) return { kind: 'hidden', until: '-->' };
  const element = [...text.matchAll(HIDING_ELEMENT)].at(-1);
  if (element === undefined) return TEXT;
  const until = `</${element[1]?.toLowerCase()}`;
  return text.toLowerCase().includes(until, element.index) ? TEXT : { kind: 'hidden', until };
}

function closesFence({ mark, maxIndent }: { mark: string; maxIndent: number }, line: string): boolean {
  const run = line.trim();
  const isMark = run.length >= mark.length && run === mark.charAt(0).repeat(run.length);
  return isMark && columnsBefore(line) <= maxIndent;
}

/** How far a line is indented, a tab counting up to the next multiple of four. */
function columnsBefore(line: string): number {
  let columns = 0;
  for (const char of line) {
    if (char === ' ') columns += 1;
    else if (char === '\t') columns += 4 - (columns % 4);
    else break;
  }
  return columns;
}
