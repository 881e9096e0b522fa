import { afterPenguin } from './command-line.ts';
import { linesInsideSpans } from './lines-inside-spans.ts';
import { mailTailStart } from './mail-tail.ts';
import { proseLines } from './prose-lines.ts';

export interface FoundCommand {
  /** The command line and every line below it that belongs to it. */
  text: string;
  /** What stands above the comment's first command; empty for the others. */
  context: string;
}

/**
 * The commands of a comment in their order. Each begins with a line that begins with `/penguin`, outside
 * quotes, code, links, HTML comments and what a mail program added, and reaches to the next. Takes linear
 * time.
 */
export function findCommands(markdown: string): FoundCommand[] {
  const lines = markdown.split(/\r\n?|\n/);
  const isProse = proseLines(lines);
  const end = mailTailStart(lines, isProse);
  const starts = commandLines(lines.slice(0, end), isProse);
  return starts.map((start, at) => ({
    text: lines
      .slice(start, starts[at + 1] ?? end)
      .join('\n')
      .trim(),
    context: at === 0 ? lines.slice(0, start).join('\n').trim() : '',
  }));
}

function commandLines(lines: readonly string[], isProse: readonly boolean[]): number[] {
  const found: number[] = [];
  let paragraph: number[] = [];
  for (const [at, line] of [...lines, ''].entries()) {
    if (isProse[at] === true && line.trim() !== '') paragraph.push(at);
    else if (paragraph.length > 0) {
      found.push(...commandsIn(paragraph, lines));
      paragraph = [];
    }
  }
  return found;
}

function commandsIn(paragraph: readonly number[], lines: readonly string[]): number[] {
  const texts = paragraph.map((at) => lines[at] ?? '');
  if (!texts.some((text) => afterPenguin(text) !== undefined)) return [];
  const isInside = linesInsideSpans(texts);
  return paragraph.filter((_, at) => isInside[at] !== true && afterPenguin(texts[at] ?? '') !== undefined);
}
