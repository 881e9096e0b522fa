import { visible } from './invisible.ts';

const COMMENT_START = '<!--';
const COMMENT_END = '-->';

/**
 * A stranger's text as a person sees it, before a model reads it: without HTML comments, closed or not, also
 * those that only form when another is taken out, and without invisible characters. Idempotent.
 */
export function sanitise(text: string): string {
  return withoutComments(visible(text));
}

/**
 * In one pass: what is kept is compared with the start mark after every dash, so that none can form where a
 * comment was taken out.
 */
function withoutComments(text: string): string {
  if (!text.includes(COMMENT_START)) return text;
  const kept: string[] = [];
  for (let at = 0; at < text.length; at += 1) {
    kept.push(text.charAt(at));
    if (!endsWithStart(kept)) continue;
    kept.length -= COMMENT_START.length;
    const end = text.indexOf(COMMENT_END, at + 1);
    if (end < 0) break;
    at = end + COMMENT_END.length - 1;
  }
  return kept.join('');
}

function endsWithStart(kept: string[]): boolean {
  return kept.at(-1) === '-' && kept.slice(-COMMENT_START.length).join('') === COMMENT_START;
}
