const TAG = /<[A-Za-z/][^<>]*>/g;
const LINK = /\[[^[\]]*\](?:\([^()]*\)|\[[^[\]]*\])/g;
const CODE_OPENER = /\\[^\n]|`+/g;

/** Which lines of a paragraph begin inside a code span, a link or an HTML tag that began on a line above. */
export function linesInsideSpans(lines: readonly string[]): boolean[] {
  const text = lines.join('\n');
  const inside = new Uint8Array(text.length + 1);
  const spans = [...matches(text, TAG), ...matches(text, LINK), ...codeSpans(text)];
  for (const [start, end] of spans) inside.fill(1, start + 1, end);
  let offset = 0;
  return lines.map((line) => {
    const isInside = inside[offset] === 1;
    offset += line.length + 1;
    return isInside;
  });
}

type Range = readonly [start: number, end: number];

function matches(text: string, pattern: RegExp): Range[] {
  return [...text.matchAll(pattern)].map((match) => [match.index, match.index + match[0].length]);
}

/** A run of backticks is closed by the next run of the same length. */
function codeSpans(text: string): Range[] {
  const runs = runsByLength(text);
  const opener = new RegExp(CODE_OPENER);
  const found: Range[] = [];
  for (let match = opener.exec(text); match !== null; match = opener.exec(text)) {
    const [token] = match;
    if (!token.startsWith('`')) continue;
    const closer = nextFrom(runs.get(token.length) ?? [], opener.lastIndex);
    if (closer === undefined) continue;
    opener.lastIndex = closer + token.length;
    found.push([match.index, opener.lastIndex]);
  }
  return found;
}

/** Where the runs of each length begin, the last one first. */
function runsByLength(text: string): Map<number, number[]> {
  const runs = new Map<number, number[]>();
  for (const { 0: run, index } of text.matchAll(/`+/g)) {
    const starts = runs.get(run.length) ?? [];
    runs.set(run.length, starts);
    starts.push(index);
  }
  for (const starts of runs.values()) starts.reverse();
  return runs;
}

/**
 * Takes what lies before `from` off the end: it is asked for in rising order, so that all calls together look
 * at each run once.
 */
function nextFrom(starts: number[], from: number): number | undefined {
  while ((starts.at(-1) ?? Number.POSITIVE_INFINITY) < from) starts.pop();
  return starts.at(-1);
}
