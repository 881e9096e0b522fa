import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createBuild, type OmniMessage } from '../../core/omnimessage/index.ts';
import { openTrace, readTrace } from '../../core/trace/index.ts';
import { tempDir } from '../support/temp.ts';
import { sampleMessages } from './sample.ts';

const build = createBuild(() => new Date('2026-11-30T12:00:00.000Z'));
const NEWLINE = 0x0a;
const messages = sampleMessages();
const truth = messages.map((message) => JSON.stringify(message));

describe('reading a trace', () => {
  it('gives back exactly what was written', async () => {
    expect(await read(await recorded())).toMatchObject({ messages, complete: true, problems: [] });
  });

  it('cut at any byte, gives the whole records before the cut and names a torn tail', async () => {
    const bytes = await recorded();
    const file = join(tempDir(), 'cut.jsonl');
    writeFileSync(file, bytes);
    let ended = messages.length;
    for (let cut = bytes.length - 1; cut >= 0; cut -= 1) {
      truncateSync(file, cut);
      const { messages: found, complete, problems } = await readTrace(file);
      const onlyNewlineLost = bytes[cut] === NEWLINE;
      if (onlyNewlineLost) ended -= 1;
      const torn = !onlyNewlineLost && cut > 0 && bytes[cut - 1] !== NEWLINE;

      const seen = [complete, found.length, ...problems.map(({ kind, line }) => `${kind} ${line}`)];
      const right = [true, ended + (onlyNewlineLost ? 1 : 0), ...(torn ? [`torn_tail ${ended + 1}`] : [])];
      if (seen.join() !== right.join()) expect(seen, `cut at ${cut}`).toEqual(right);
      expectPrefix(found);
    }
  }, 60_000);

  it('never misreads a flipped bit in silence', async () => {
    const bytes = await recorded();
    const seed = Date.now() % 2 ** 31;
    const random = mulberry(seed);
    const file = join(tempDir(), 'flip.jsonl');
    for (let round = 0; round < 2_000; round += 1) {
      const flipped = Buffer.from(bytes);
      const at = Math.floor(random() * bytes.length);
      const bit = 1 << Math.floor(random() * 8);
      flipped[at] = (flipped[at] ?? 0) ^ bit;
      writeFileSync(file, flipped);
      const { messages: found, problems } = await readTrace(file);

      const where = `seed ${seed}, byte ${at}, bit ${bit}`;
      expect(problems.length, where).toBe(1);
      expect(found.length, where).toBeLessThan(messages.length);
      expectPrefix(found);
    }
  }, 60_000);

  it.each([
    ['a missing line', (all: string[]) => all.toSpliced(9, 1), 10, 'bad_sum'],
    ['a changed line', (all: string[]) => all.with(9, (all[9] ?? '').replace('2026', '2025')), 10, 'bad_sum'],
    ['a line that is no JSON', (all: string[]) => all.with(9, 'zzz'), 10, 'bad_json'],
    ['a line without its sum', (all: string[]) => all.with(9, truth[9] ?? ''), 10, 'bad_sum'],
    [
      'a changed last line',
      (all: string[]) => all.with(-1, (all.at(-1) ?? '').replace('completed', 'completes')),
      64,
      'bad_sum',
    ],
  ])('stops at %s and says where', async (_, damage, line, kind) => {
    const lines = await recordedLines();
    const { messages: found, complete, problems } = await read(`${damage(lines).join('\n')}\n`);
    expect(complete).toBe(false);
    expect(problems).toEqual([expect.objectContaining({ line, kind })]);
    expect(found).toHaveLength(line - 1);
    expectPrefix(found);
  });

  it('steps over a line that stands twice, and says so', async () => {
    const lines = await recordedLines();
    const twice = lines.toSpliced(9, 0, lines[8] ?? '');
    const { messages: found, complete, problems } = await read(`${twice.join('\n')}\n`);
    expect(found).toEqual(messages);
    expect(complete).toBe(true);
    expect(problems).toEqual([expect.objectContaining({ line: 10, kind: 'bad_sum' })]);
  });

  it('reads two lines in the wrong order up to where the chain ends', async () => {
    const lines = await recordedLines();
    const swapped = lines.with(9, lines[10] ?? '').with(10, lines[9] ?? '');
    const { messages: found, complete, problems } = await read(`${swapped.join('\n')}\n`);
    expect(complete).toBe(false);
    expect(problems.map(({ line, kind }) => [line, kind])).toEqual([
      [10, 'bad_sum'],
      [12, 'bad_sum'],
    ]);
    expect(found).toHaveLength(10);
    expectPrefix(found);
  });

  it('takes zeros that a crash left at the end for a torn tail', async () => {
    const {
      messages: found,
      complete,
      problems,
    } = await read(Buffer.concat([await recorded(), Buffer.alloc(4096)]));
    expect(found).toEqual(messages);
    expect(complete).toBe(true);
    expect(problems).toEqual([expect.objectContaining({ line: 65, kind: 'torn_tail' })]);
  });

  it('keeps an event of a kind that it does not know', async () => {
    const event = {
      timestamp: '2026-11-30T12:00:00.000Z',
      type: 'event_msg',
      payload: { type: 'weather', sky: 'blue' },
    };
    const file = await write([event as unknown as OmniMessage]);
    expect((await readTrace(file)).messages).toEqual([event]);
  });

  it('names a message that was written whole and is none, also when its like came before', async () => {
    const good = build({ type: 'abort', reason: 'stop' });
    const bad = { ...good, payload: { type: 'abort', grund: 'halt' } } as unknown as OmniMessage;
    const worse = {
      ...good,
      payload: { type: 'no_such_thing' },
      type: 'model_msg',
    } as unknown as OmniMessage;
    for (const [all, fault] of [
      [[good, good, worse], 'no_such_thing'],
      [[good, { ...bad, timestamp: 'yesterday' }], 'timestamp'],
    ] as const) {
      const { messages: found, complete, problems } = await readTrace(await write(all));
      expect(found).toEqual(all.slice(0, -1));
      expect(complete).toBe(false);
      expect(problems).toEqual([
        { line: all.length, kind: 'invalid', complaint: expect.stringContaining(fault) },
      ]);
    }
  });

  it('refuses a trace of a newer version and says what to do', async () => {
    const [meta] = messages;
    const newer = { ...meta, payload: { ...meta?.payload, schema_version: 2 } } as unknown as OmniMessage;
    await expect(readTrace(await write([newer]))).rejects.toThrow(
      /schema version 2.*reads up to 1.*Continue it with/,
    );
  });

  it('refuses a file that is not there', async () => {
    await expect(readTrace(join(tempDir(), 'none.jsonl'))).rejects.toThrow('none.jsonl');
  });
});

function expectPrefix(found: readonly unknown[]): void {
  const stranger = found.findIndex((message, at) => JSON.stringify(message) !== truth[at]);
  if (stranger !== -1) expect(found[stranger], `message ${stranger}`).toEqual(messages[stranger]);
}

async function recorded(): Promise<Buffer> {
  return readFileSync(await write(messages));
}

async function recordedLines(): Promise<string[]> {
  return (await recorded()).toString('utf8').trimEnd().split('\n');
}

async function read(content: string | Buffer) {
  const file = join(tempDir(), 'trace.jsonl');
  writeFileSync(file, content);
  return await readTrace(file);
}

async function write(all: readonly OmniMessage[]): Promise<string> {
  const trace = openTrace({ dir: tempDir(), sessionId: 's1' });
  for (const message of all) trace.append(message);
  await trace.close();
  return trace.file;
}

function mulberry(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
