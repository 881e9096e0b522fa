import { describe, expect, it } from 'vitest';
import { type ReadDefaultBranchFile, readConfig } from '../../core/state/index.ts';

type FileReading = Awaited<ReturnType<ReadDefaultBranchFile>>;

const file = (text: string | Uint8Array): FileReading => ({ kind: 'file', bytes: Buffer.from(text) });

/** Reads `path` where the file is as given, and tells what was asked for. */
async function read(given: FileReading, path = '.github/penguin.yml') {
  const asked: unknown[] = [];
  const reading = await readConfig(async (...request) => {
    asked.push(request);
    return given;
  }, path);
  return { reading, asked };
}

describe('a configuration file', () => {
  it('is asked for once, and for 64 KiB at most', async () => {
    const { reading, asked } = await read(file('agents: {reviewer: {max_turns: 3}}'));
    expect(reading).toEqual({ kind: 'config', config: { agents: { reviewer: { max_turns: 3 } } } });
    expect(asked).toEqual([['.github/penguin.yml', 65_536]]);
  });

  it('that is missing is told from one that is empty', async () => {
    expect((await read({ kind: 'missing' })).reading).toEqual({ kind: 'missing' });
    expect((await read(file(''))).reading).toEqual({ kind: 'config', config: {} });
  });

  it('may begin with a byte order mark, and have Windows line ends', async () => {
    const { reading } = await read(file('\ufeffagents:\r\n  reviewer:\r\n    max_turns: 3\r\n'));
    expect(reading).toEqual({ kind: 'config', config: { agents: { reviewer: { max_turns: 3 } } } });
  });

  it.each([
    [
      { kind: 'unusable', reason: 'a symbolic link' } as const,
      'penguin.yml is a symbolic link: make it a plain file of 64 KiB at most.',
    ],
    [file(new Uint8Array([0x61, 0xff])), 'penguin.yml is not UTF-8: save it as UTF-8.'],
    [file('models:'), 'penguin.yml:1:8: models is empty'],
  ])('that cannot be used is told with what to do: %j', async (given, problem) => {
    expect((await read(given)).reading).toEqual({ kind: 'wrong', problem: expect.stringContaining(problem) });
  });

  it.each([
    '/etc/penguin.yml',
    '../penguin.yml',
    'a/../../b.yml',
    './penguin.yml',
    'a//b.yml',
    'a/',
    '',
    'a\\b',
    'a\nb',
  ])('is not looked for at %j', async (path) => {
    const { reading, asked } = await read(file(''), path);
    expect(reading).toMatchObject({
      kind: 'wrong',
      problem: expect.stringContaining('no path inside the repository'),
    });
    expect(asked).toEqual([]);
  });
});
