import { visible } from './invisible.ts';
import { breakBotMentions, breakCommands, breakHtmlComments } from './triggers.ts';

/** Enough for `typescript`, `c++`, `objective-c`; anything else is no language. */
const INFO = /^[\w+#.-]{1,20}$/;

/** An inline code span that shows `text` on one line and cannot be left, whatever the text holds. */
export function code(text: string): string {
  const line = inert(text).replace(/\n+/g, ' ');
  if (line === '') return '` `';
  const ticks = '`'.repeat(longestRun(line) + 1);
  const pad = /^`|`$|^ .* $/.test(line) ? ' ' : '';
  return `${ticks}${pad}${line}${pad}${ticks}`;
}

/**
 * A code span for a table cell. A pipe splits a row even inside backticks, and renderers disagree on how to
 * escape it there, so that a text with a pipe is written as entities, none of which is Markdown.
 */
export function codeCell(text: string): string {
  if (!text.includes('|')) return code(text);
  const line = inert(text).replace(/\s+/g, ' ').trim();
  return `<code>${line.replace(/[^\p{L}\p{N} ]/gu, (point) => `&#${point.codePointAt(0)};`)}</code>`;
}

/**
 * A fenced block that shows `text` and cannot be left, whatever the text holds. `indent` keeps it inside a
 * list item.
 */
export function fence(text: string, info = '', indent = ''): string {
  const body = breakCommands(inert(text)).replace(/\n$/, '');
  const ticks = '`'.repeat(Math.max(3, longestRun(body) + 1));
  const opener = ticks + (INFO.test(info) ? info : '');
  return [opener, ...body.split('\n'), ticks].map((line) => indent + line).join('\n');
}

function inert(text: string): string {
  return breakHtmlComments(breakBotMentions(visible(text)));
}

function longestRun(text: string): number {
  return (text.match(/`+/g) ?? []).reduce((longest, run) => Math.max(longest, run.length), 0);
}
