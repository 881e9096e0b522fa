import { mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openStage } from '../stage.ts';

function stageWith(content: string | Buffer) {
  const stage = openStage();
  const file = join(stage.workspace, 'a.txt');
  writeFileSync(file, content);
  return { file, stage, read: (more: object = {}) => stage.call('read_file', { path: 'a.txt', ...more }) };
}

const numbers = (count: number) => Array.from({ length: count }, (_, line) => `line ${line + 1}\n`).join('');

describe('read_file', () => {
  it('numbers the lines as cat -n does', async () => {
    expect((await stageWith('one\n\n\tthree').read()).output).toBe(
      '     1\tone\n     2\t\n     3\t\tthree\n',
    );
  });

  it('shows neither the marks of CRLF nor a byte order mark', async () => {
    expect((await stageWith('\ufeffone\r\ntwo\r\n').read()).output).toBe('     1\tone\n     2\ttwo\n');
  });

  it('gives a window, and the offset to go on with', async () => {
    const { read } = stageWith(numbers(10));
    expect((await read({ offset: 3, limit: 2 })).output).toBe(
      '     3\tline 3\n     4\tline 4\n[there are more lines: go on with offset 5]',
    );
    expect((await read({ offset: 9, limit: 2 })).output).not.toContain('more lines');
    expect((await read({ offset: 9, limit: 50 })).output).toBe('     9\tline 9\n    10\tline 10\n');
  });

  it('gives at most 2000 lines', async () => {
    const { output } = await stageWith(numbers(2_001)).read();
    expect(output).toContain('  2000\tline 2000\n[there are more lines: go on with offset 2001]');
    expect((await stageWith('x').read({ limit: 2_001 })).stop_reason).toBe('failed');
  });

  it('says that a file is empty or ends before the offset', async () => {
    expect((await stageWith('').read()).output).toBe('[no output]\n[the file is empty]');
    expect((await stageWith('one\n').read({ offset: 2 })).output).toContain(
      'the file has 1 lines: line 2 is past its end',
    );
  });

  it('cuts a line at 2000 characters and says so', async () => {
    const { output } = await stageWith(`${'ü'.repeat(2_001)}\n${'x'.repeat(2_000)}\n`).read();
    expect(output).toBe(`     1\t${'ü'.repeat(2_000)}… [line cut]\n     2\t${'x'.repeat(2_000)}\n`);
  });

  it('reads past a line of 50 MB', async () => {
    const { output } = await stageWith(`first\n${'x'.repeat(50_000_000)}\nlast\n`).read();
    expect(output).toContain('     3\tlast\n');
    expect(output.length).toBeLessThan(2_100);
  });

  it('refuses a binary file, also one of a terabyte of nothing', async () => {
    const { file, read } = stageWith('\0\0');
    truncateSync(file, 2 ** 40);
    expect(await read()).toMatchObject({
      stop_reason: 'failed',
      output: expect.stringContaining('is a binary file'),
    });
  });

  it('stops early in a terabyte whose end it was asked for', async () => {
    const { file, read } = stageWith(numbers(2_000));
    truncateSync(file, 2 ** 40);
    expect((await read({ limit: 5 })).output).toContain('go on with offset 6');
    expect((await read({ offset: 3_000 })).output).toContain('[stopped at line 2001, after ');
  }, 60_000);

  it('shows bytes that are no UTF-8 as what they are not', async () => {
    expect((await stageWith(Buffer.from([0x61, 0xe9, 0x62])).read()).output).toBe('     1\ta\ufffdb\n');
  });

  it('has room for 64,000 characters', async () => {
    const { output } = await stageWith(`${'x'.repeat(1_000)}\n`.repeat(100)).read();
    expect(output.indexOf('characters cut')).toBeGreaterThan(63_900);
    const kept = /full output is in (.*)\]$/.exec(output)?.[1] ?? '';
    expect(readFileSync(kept, 'utf8').split('\n')).toHaveLength(101);
  });

  it('names near files when there is none of that name', async () => {
    const stage = openStage();
    mkdirSync(join(stage.workspace, 'src'));
    writeFileSync(join(stage.workspace, 'src', 'index.ts'), '');
    expect(await stage.call('read_file', { path: 'src/indexx.ts' })).toMatchObject({
      output:
        'src/indexx.ts does not exist. The deepest existing folder on the way is src. Near names in it: index.ts.',
      stop_reason: 'failed',
    });
  });
});
