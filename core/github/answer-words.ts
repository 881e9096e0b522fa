import { plainLine } from '../policy/index.ts';
import { fieldsOf } from './payload.ts';

/** GitHub's words are sentences; a proxy's may be a page. */
const MAX_WORDS = 500;

/** What a refusal says, on one short line and without the token. `words` are the client's own, for an answer that says nothing. */
export function answerWords(body: unknown, words: string, token: string): string {
  const text = typeof body === 'string' ? pageWords(body) : jsonWords(body);
  const said = text === undefined || text === '' ? words : text;
  return plainLine(token === '' ? said : said.replaceAll(token, '***'), MAX_WORDS);
}

/** GitHub's `message` with what its `errors` say: the reason is often in the latter alone. */
function jsonWords(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('message' in body)) return undefined;
  const details = 'errors' in body && Array.isArray(body.errors) ? body.errors.map(detailWords) : [];
  return [String(body.message), ...details.filter((text) => text !== '')].join(': ');
}

function detailWords(detail: unknown): string {
  if (typeof detail === 'string') return detail;
  const fields = fieldsOf(detail);
  return fields.text('message') ?? [fields.text('field') ?? '', fields.text('code') ?? ''].join(' ').trim();
}

/** Of a page, its title: the rest is for browsers. Of JSON that broke off or a plain text, the text. */
function pageWords(body: string): string {
  if (!/^\s*<(!doctype|html)/i.test(body)) return body;
  const title = /<title[^>]*>([^<]*)/i.exec(body)?.[1]?.trim() ?? '';
  return title === '' ? 'a page of HTML instead of an answer' : `a page of HTML: ${title}`;
}
