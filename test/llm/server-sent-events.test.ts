import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readEvents } from '../../core/llm/server-sent-events.ts';

async function read(chunks: (string | Uint8Array)[]): Promise<string[]> {
  async function* body() {
    for (const chunk of chunks) yield typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
  }
  const events: string[] = [];
  for await (const batch of readEvents(body())) events.push(...batch);
  return events;
}

it.each([
  ['one event', 'data: a\n\n', ['a']],
  ['several data lines', 'data: a\ndata: b\n\n', ['a\nb']],
  ['no blank behind the colon', 'data:a\n\n', ['a']],
  ['two blanks', 'data:  a\n\n', [' a']],
  ['comments and other fields', ': hi\nevent: x\nid: 1\ndata: a\nretry: 5\n\n', ['a']],
  ['carriage returns', 'data: a\r\n\r\ndata: b\r\n\r\n', ['a', 'b']],
  ['many blank lines', '\n\n\ndata: a\n\n\n\ndata: b\n\n', ['a', 'b']],
  ['an end without a blank line', 'data: a\n\ndata: b', ['a', 'b']],
  ['a mark at the beginning', '\ufeffdata: a\n\n', ['a']],
  ['empty data', 'data:\n\ndata: \n\n', ['', '']],
  ['nothing', '', []],
])('%s', async (_, bytes, events) => {
  expect(await read([bytes])).toEqual(events);
});

it('wherever the bytes are cut, the events are the same', async () => {
  const event = fc
    .array(fc.constantFrom('a', 'é', '🐧', ':', ' '), { minLength: 1 })
    .map((parts) => parts.join(''));
  await fc.assert(
    fc.asyncProperty(fc.array(event), fc.array(fc.nat(500)), fc.boolean(), async (events, cuts, crlf) => {
      const text = events.map((one) => `: c\ndata: ${one}\n\n`).join('');
      const bytes = Buffer.from(crlf ? text.replaceAll('\n', '\r\n') : text);
      const borders = [0, ...cuts.filter((cut) => cut < bytes.length).sort((a, b) => a - b), bytes.length];
      const chunks = borders.slice(1).map((border, index) => bytes.subarray(borders[index], border));
      expect(await read(chunks)).toEqual(events);
    }),
  );
});

it('a line that never ends is not collected for ever', async () => {
  const megabyte = 'x'.repeat(1024 * 1024);
  await expect(read(['data: ', ...Array.from({ length: 40 }, () => megabyte)])).rejects.toThrow('too long');
});
