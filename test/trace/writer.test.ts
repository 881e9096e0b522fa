import { createHash } from 'node:crypto';
import { appendFileSync, lstatSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createBuild, withOrigin } from '../../core/omnimessage/index.ts';
import { openTrace, readTrace } from '../../core/trace/index.ts';
import { tempDir } from '../support/temp.ts';
import { sampleMessages } from './sample.ts';

const build = createBuild(() => new Date('2026-11-30T12:00:00.000Z'));
const begin = build({ type: 'request_begin' });

describe('writing a trace', () => {
  it('makes its folder and a file for its owner alone, named for the Session and its model context', async () => {
    const dir = join(tempDir(), 'a', 'b');
    const trace = openTrace({ dir, sessionId: 's1', index: 12 });
    await trace.close();

    expect(trace.file).toBe(join(dir, 's1_012.jsonl'));
    expect(lstatSync(trace.file).mode & 0o777).toBe(0o600);
    expect(lstatSync(dir).mode & 0o777).toBe(0o700);
  });

  it('has a message in the file as soon as append returns', () => {
    const trace = openTrace({ dir: tempDir(), sessionId: 's1' });
    trace.append(begin);
    expect(readFileSync(trace.file, 'utf8').split('\n')).toHaveLength(2);
    return trace.close();
  });

  it('puts into each line the sum of the line before it and of its own JSON', async () => {
    const trace = openTrace({ dir: tempDir(), sessionId: 's1' });
    for (const message of sampleMessages()) trace.append(message);
    await trace.close();

    let previous = '';
    for (const line of readFileSync(trace.file, 'utf8').trimEnd().split('\n')) {
      const { sum, ...message } = JSON.parse(line);
      expect(sum).toBe(sumByTheBook(previous, JSON.stringify(message)));
      previous = sum;
    }
    expect(trace.lastSum()).toBe(previous);
  });

  it('goes on with the chain of a file that exists', async () => {
    const dir = tempDir();
    const messages = sampleMessages();
    for (const [half, previousSum] of [
      [messages.slice(0, 30), ''],
      [messages.slice(30), 'the file has its own'],
    ] as const) {
      const trace = openTrace({ dir, sessionId: 's1', previousSum });
      for (const message of half) trace.append(message);
      await trace.close();
    }
    expect(await readTrace(join(dir, 's1_001.jsonl'))).toMatchObject({
      messages,
      complete: true,
      problems: [],
    });
  });

  it('takes up the chain of the file before a compaction', async () => {
    const dir = tempDir();
    const first = openTrace({ dir, sessionId: 's1' });
    first.append(begin);
    await first.close();
    const second = openTrace({ dir, sessionId: 's1', index: 2, previousSum: first.lastSum() });
    second.append(begin);
    await second.close();

    expect(await readTrace(second.file, first.lastSum())).toMatchObject({
      messages: [begin],
      complete: true,
    });
    expect(await readTrace(second.file)).toMatchObject({ messages: [], complete: false });
  });

  it('closes half a line that a crash left before it adds the next', async () => {
    const dir = tempDir();
    const before = openTrace({ dir, sessionId: 's1' });
    before.append(begin);
    await before.close();
    appendFileSync(before.file, '{"timestamp":"2026-');
    const after = openTrace({ dir, sessionId: 's1' });
    after.append(begin);
    after.append(begin);
    await after.close();

    const { problems, ...rest } = await readTrace(after.file);
    expect(rest).toMatchObject({ messages: [begin, begin, begin], complete: true });
    expect(problems).toEqual([expect.objectContaining({ line: 2, kind: 'torn_tail' })]);
  });

  it('goes on from a record that lost only its newline', async () => {
    const dir = tempDir();
    const before = openTrace({ dir, sessionId: 's1' });
    before.append(begin);
    await before.close();
    writeFileSync(before.file, readFileSync(before.file, 'utf8').trimEnd());
    const after = openTrace({ dir, sessionId: 's1' });
    after.append(begin);
    await after.close();
    expect(await readTrace(after.file)).toMatchObject({ messages: [begin, begin], problems: [] });
  });

  it('finds the end of a chain behind a line of many megabytes', async () => {
    const dir = tempDir();
    const big = build({ type: 'text', role: 'user', text: '企'.repeat(2_000_000) });
    for (const message of [begin, big, begin]) {
      const trace = openTrace({ dir, sessionId: 's1' });
      trace.append(message);
      await trace.close();
    }
    expect(await readTrace(join(dir, 's1_001.jsonl'))).toMatchObject({
      messages: [begin, big, begin],
      problems: [],
    });
  });

  it('serves commits that arrive together, and one after them, without losing any', async () => {
    const trace = openTrace({ dir: tempDir(), sessionId: 's1' });
    trace.append(begin);
    const first = [trace.commit(), trace.commit()];
    trace.append(begin);
    await Promise.all([...first, trace.commit()]);
    await trace.commit();
    await trace.close();
    await trace.close();
  });

  it('refuses what a trace does not keep', () => {
    const trace = openTrace({ dir: tempDir(), sessionId: 's1' });
    const partial = build({ type: 'partial_text', role: 'assistant', event_type: 'delta', text: 'x' });
    expect(() => trace.append(partial)).toThrow('partial messages; found partial_text');
    expect(() => trace.append(withOrigin(begin, 'child'))).toThrow("a child's messages");
    expect(readFileSync(trace.file, 'utf8')).toBe('');
    return trace.close();
  });

  it('refuses to add to a trace that is closed', async () => {
    const trace = openTrace({ dir: tempDir(), sessionId: 's1' });
    await trace.close();
    expect(() => trace.append(begin)).toThrow('is closed');
    await expect(trace.commit()).rejects.toThrow('is closed');
  });

  it.each(['', '../s', 'a/b', '.hidden', 'a b', 'a\n'])('refuses %j as the name of a trace', (sessionId) => {
    expect(() => openTrace({ dir: tempDir(), sessionId })).toThrow('cannot name a trace');
  });

  it('does not follow a symbolic link that stands in its place', () => {
    const dir = tempDir();
    const elsewhere = join(dir, 'elsewhere');
    writeFileSync(elsewhere, 'mine');
    symlinkSync(elsewhere, join(dir, 's1_001.jsonl'));
    expect(() => openTrace({ dir, sessionId: 's1' })).toThrow(/cannot be written.*symbolic link/);
    expect(readFileSync(elsewhere, 'utf8')).toBe('mine');
  });

  it('says where it could not write and what to do', () => {
    const dir = tempDir();
    mkdirSync(join(dir, 's1_001.jsonl'));
    expect(() => openTrace({ dir, sessionId: 's1' })).toThrow(
      /s1_001\.jsonl cannot be written: EISDIR.*Check that/,
    );
  });
});

function sumByTheBook(previous: string, json: string): string {
  return createHash('sha256').update(previous).update(json).digest('hex').slice(0, 16);
}
