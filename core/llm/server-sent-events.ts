import { MalformedAnswer } from './upstream-error.ts';

/** A line that never ends would fill the memory while no event restarts a clock. */
const MAX_LINE_CHARS = 32 * 1024 * 1024;

/**
 * The data of the server-sent events that each chunk of bytes brings, several `data` lines joined by a newline.
 * Comments (keep-alives) and other fields are skipped; lines end by LF or CRLF; an event at the very end counts
 * without its blank line.
 */
export async function* readEvents(body: AsyncIterable<Uint8Array>): AsyncGenerator<string[]> {
  const data: string[] = [];
  for await (const lines of readLines(body)) {
    const events: string[] = [];
    for (const raw of lines) {
      const line = raw.endsWith('\r') ? raw.slice(0, -1) : raw;
      if (line.startsWith('data:')) data.push(line.slice(line.startsWith(' ', 5) ? 6 : 5));
      else if (line === '' && data.length > 0) events.push(data.splice(0).join('\n'));
    }
    if (events.length > 0) yield events;
  }
  if (data.length > 0) yield [data.join('\n')];
}

/** The lines that each chunk of bytes ends. */
async function* readLines(body: AsyncIterable<Uint8Array>): AsyncGenerator<string[]> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of body) {
    const text = decoder.decode(chunk, { stream: true });
    if (!text.includes('\n')) {
      rest += text; // Looked through once, however many chunks a line takes.
      if (rest.length > MAX_LINE_CHARS) throw new MalformedAnswer('a line of the stream is too long');
      continue;
    }
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    yield lines;
  }
  yield [rest];
}
