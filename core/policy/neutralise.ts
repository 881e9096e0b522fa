import { code, fence } from './code.ts';
import { type Block, fenceBlocks } from './fence-blocks.ts';
import { inertText } from './inert-text.ts';
import { inlineSpans } from './inline-spans.ts';
import { visible } from './invisible.ts';
import { oneLine, plainLine } from './one-line.ts';
import { breakBotMentions, breakClosers, breakCommands, breakHtmlComments } from './triggers.ts';

/** Where an address may be under way. */
const ADDRESS = /:\/\/|www\.|mailto:|xmpp:/i;

/**
 * Markdown by a model or a stranger as Markdown that is safe to publish: it notifies nobody, starts no bot,
 * closes no issue, loads nothing from elsewhere, holds no HTML and no marker. Code is written anew in a form
 * that every parser reads alike, so that what was taken for code here is code on GitHub too.
 */
export function neutralise(text: string): string {
  const markdown = fenceBlocks(visible(text)).map(neutraliseBlock).join('\n');
  return breakHtmlComments(breakCommands(breakClosers(breakBotMentions(markdown))));
}

/** What makes a line more than a line: a heading, a quote, a list, a table, a rule, a fence. */
const BLOCK = /^(?:[#>*+=|-]|\d{1,9}[.)]|`{3}|~{3})/;

/**
 * Text as one line of safe Markdown that keeps its inline formatting: code, emphasis, links. At most `max`
 * code points of the text.
 */
export function neutralLine(text: string, max: number): string {
  const line = plainLine(text, max);
  return BLOCK.test(line) ? oneLine(line, max) : neutralise(line);
}

function neutraliseBlock(block: Block, index: number): string {
  if (block.kind === 'fence') {
    // Indented by four and right below a paragraph, a fence would be a part of the paragraph.
    const gap = index > 0 && block.indent.length > 3 ? '\n' : '';
    return gap + fence(block.text, block.info, block.indent);
  }
  return inlineSpans(block.text)
    .map((span) => (span.kind === 'code' ? code(span.text) : inertText(span.text)))
    .map((piece, at, pieces) => (swallows(pieces[at - 1] ?? '', piece) ? ` ${piece}` : piece))
    .join('');
}

/**
 * Two runs of backticks that touch would be one other run, and an address that touches one would take it in.
 */
function swallows(before: string, next: string): boolean {
  return next.startsWith('`') && (before.endsWith('`') || ADDRESS.test(before.split(/[\s<]/).at(-1) ?? ''));
}
