import { parseJson } from './json.ts';
import { UpstreamError } from './upstream-error.ts';

/** Of a refusal's body; some gateways answer with whole pages. */
const MAX_COMPLAINT_BYTES = 64 * 1024;

/**
 * `fetch` as every client uses it. A status that is no success is thrown as an `UpstreamError`, so that one
 * place reads what upstreams complain about, in whatever shape. Redirects are not followed: they would carry
 * the key to another host.
 */
export async function upstreamFetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, { ...init, redirect: 'manual' });
  if (response.ok) return response;
  const text = await readStart(response);
  throw new UpstreamError(parseJson(text) ?? text, response);
}

async function readStart({ body }: Response): Promise<string> {
  if (body === null) return '';
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > MAX_COMPLAINT_BYTES) break;
  }
  return text.slice(0, MAX_COMPLAINT_BYTES);
}
