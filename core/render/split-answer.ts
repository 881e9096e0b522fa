/** The model's last words, cut into what they are. Untrusted text: whoever shows it makes it safe. */
export interface Answer {
  /** What it calls its work, if it says so in a line of its own. */
  title?: string;
  body: string;
  /** What it says that it left undone, a line each. */
  notDone: string[];
}

const MAX_TITLE = 80;
/** A list, a quote, a table, code, an image, a tag or a rule is no title. */
const BLOCK = /^(?:[-*+>|`~<!]|\d+[.)]|={3})/;
const NOT_DONE = /^[\s>*_-]*not done[*_]*:[*_]*[ \t]*(.*)$/i;
const ITEM = /^[ \t]*(?:[-*+]|\d{1,3}[.)])[ \t]+(.+)$/;

/**
 * The first line is the title if it is short, plain and stands alone; lines under `Not done:` are told apart
 * from the rest.
 */
export function splitAnswer(finalText: string): Answer {
  const lines = finalText.replace(/\r\n?/g, '\n').trim().split('\n');
  const title = titleOf(lines[0] ?? '', lines[1] ?? '');
  const { kept, notDone } = withoutNotDone(title === undefined ? lines : lines.slice(1));
  return { ...(title === undefined ? {} : { title }), body: kept.join('\n').trim(), notDone };
}

function titleOf(first: string, second: string): string | undefined {
  const line = first.trim();
  const bare = line
    .replace(/^#{1,3}[ \t]+/, '')
    .replace(/^\*\*(.+)\*\*$/, '$1')
    .trim();
  const isPlain = bare !== '' && !BLOCK.test(bare) && !/[:,;]$/.test(bare) && !NOT_DONE.test(bare);
  const standsAlone = second.trim() === '' || line.startsWith('#');
  return isPlain && standsAlone && Array.from(bare).length <= MAX_TITLE ? bare : undefined;
}

function withoutNotDone(lines: readonly string[]): { kept: string[]; notDone: string[] } {
  const kept: string[] = [];
  const notDone: string[] = [];
  let inList = false;
  for (const line of lines) {
    const start = NOT_DONE.exec(line)?.[1];
    const item: string | undefined = inList ? ITEM.exec(line)?.[1] : undefined;
    if (start === undefined && item === undefined) kept.push(line);
    const text = (start ?? item ?? '').trim();
    if (text !== '') notDone.push(text);
    // The list may stand below a blank line.
    inList = start !== undefined || item !== undefined || (inList && line.trim() === '');
  }
  return { kept, notDone };
}
