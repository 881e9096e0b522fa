import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createOutputCap } from '../../core/environment/calls/output-cap.ts';
import { sayingTool } from './fake-tool.ts';
import { openStage } from './stage.ts';

const MARK = /\n\[… (\d+) characters cut …\]\n/;

function capped(pieces: string[], limit: number, keep: 'head' | 'both'): string {
  const cap = createOutputCap(limit);
  return pieces.map((piece) => cap.push(piece)).join('') + cap.finish(keep);
}

describe('the cap of an output', () => {
  it('changes nothing up to the limit, however the text is cut into pieces', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' })), (pieces) => {
        const text = pieces.join('');
        expect(capped(pieces, Math.max(1, text.length), 'both')).toBe(text);
      }),
    );
  });

  it('keeps a head, or a head and a tail, and counts what it cut', () => {
    const pieces = fc.array(fc.string({ unit: 'binary' }), { minLength: 1 });
    fc.assert(
      fc.property(
        pieces,
        fc.integer({ min: 1, max: 40 }),
        fc.constantFrom('head', 'both'),
        (some, limit, keep) => {
          const text = some.join('');
          fc.pre(text.length > limit);
          const result = capped(some, limit, keep);
          const [mark, cut] = MARK.exec(result) ?? [''];
          const [head = '', tail = ''] = result.split(mark);
          expect(text.startsWith(head) && text.endsWith(tail)).toBe(true);
          expect(head.length + tail.length).toBeLessThanOrEqual(limit);
          expect(head.length + Number(cut) + tail.length).toBe(text.length);
          expect(keep === 'both' || tail === '').toBe(true);
        },
      ),
    );
  });

  it('never tears a character', () => {
    for (let limit = 1; limit < 20; limit += 1) {
      const text = capped(['😀'.repeat(7), '😀'.repeat(30)], limit, 'both');
      expect(text).not.toMatch(/\p{Surrogate}/u);
    }
  });

  it('passes the first half on at once and holds the rest in bounded memory', () => {
    const cap = createOutputCap(100);
    expect(cap.push('a'.repeat(80))).toBe('a'.repeat(50));
    for (let piece = 0; piece < 10_000; piece += 1) expect(cap.push('b'.repeat(1_000))).toBe('');
    expect(cap.finish('both').length).toBeLessThan(120);
  });
});

describe('an output over its cap', () => {
  const chatter = (characters: number, keep: 'head' | 'both') =>
    sayingTool(new Array(characters / 1_000).fill(`${'x'.repeat(999)}\n`), {
      keep,
      notes: ['[exit code: 7]'],
    });

  it('has 16,000 characters by default, its notes after them, and names the file that has all of it', async () => {
    const stage = openStage({ tools: [chatter(100_000, 'head')] });
    const { output } = await stage.call('act', {});
    expect(output.indexOf('\n[… 84000 characters cut …]\n')).toBe(16_000);
    expect(output).toContain('\n[exit code: 7]\n[the full output is in ');
    const file = /full output is in (.*)\]$/.exec(output)?.[1] ?? '';
    expect(readFileSync(file, 'utf8')).toBe(`${'x'.repeat(999)}\n`.repeat(100));
  });

  it('may be read again by the path that the model was told', async () => {
    const read = openStage();
    const { output } = await read.call('exec_command', { command: 'seq 1 20000' });
    const path = /full output is in (.*)\]$/.exec(output)?.[1] ?? '';
    const again = await read.call('read_file', { path, offset: 10_000, limit: 1 });
    expect(again.output).toContain('10000\t10000');
  });

  it('is told by a relative path when the scratch folder lies in the workspace', async () => {
    const first = openStage();
    const stage = openStage({ workspaceDir: first.workspace, scratchDir: join(first.workspace, 'scratch') });
    const { output } = await stage.call('exec_command', { command: 'seq 1 20000' });
    expect(output).toMatch(/\[the full output is in scratch\/output-[0-9a-f]+\.txt\]$/);
  });

  it('is kept up to 8 MiB and no further', async () => {
    const stage = openStage({ tools: [chatter(20_000_000, 'both')] });
    const { output } = await stage.call('act', {});
    const [, bytes, file = ''] = /the first (\d+) bytes of the output are in (.*)\]$/.exec(output) ?? [];
    expect(readFileSync(file).length).toBe(8 * 1024 * 1024);
    expect(bytes).toBe(String(8 * 1024 * 1024));
  });

  it('says why it could not be kept', async () => {
    const stage = openStage({ tools: [chatter(100_000, 'head')], newId: () => 'no/such/folder' });
    const { output, stop_reason } = await stage.call('act', {});
    expect(output).toMatch(/\[the full output could not be kept: ENOENT.*\]$/);
    expect(stop_reason).toBe('completed');
  });

  it('is shown all the same when a command removed the scratch folder', async () => {
    const stage = openStage({ tools: [chatter(100_000, 'head')] });
    rmSync(stage.scratch, { recursive: true });
    const { output, stop_reason } = await stage.call('act', {});
    expect(output).toContain('[the full output could not be kept: ENOENT');
    expect(stop_reason).toBe('completed');
  });

  it('follows the limit of the configuration, and 0 turns the cap off', async () => {
    const limited = openStage({
      tools: [chatter(100_000, 'head')],
      toolConfig: { act: { maxOutputLength: 10 } },
    });
    expect((await limited.call('act', {})).output).toMatch(/^x{10}\n\[… 99990 characters cut …\]\n/);
    const free = openStage({
      tools: [chatter(100_000, 'head')],
      toolConfig: { act: { maxOutputLength: 0 } },
    });
    expect((await free.call('act', {})).output).toBe(`${`${'x'.repeat(999)}\n`.repeat(100)}[exit code: 7]`);
  });
});
