import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readTrace } from '../../core/trace/index.ts';
import { FILES, TURNS } from '../main-job/date-repository.ts';
import { API_KEY, modelOf, openStage, UNASKED, writeAt } from './stage.ts';

const TASK = 'fix the failing date test';

describe.each([
  { provider: 'openai-compatible', keys: { PENGUIN_API_KEY: API_KEY } },
  { provider: 'anthropic', keys: { ANTHROPIC_API_KEY: API_KEY } },
] as const)('the main job on a plain repository, with $provider', ({ provider, keys }) => {
  it('mends the test, tells each step, and leaves index and HEAD as they were', async () => {
    const stage = openStage();
    const { flags } = await modelOf(TURNS, provider);
    const before = {
      head: stage.git('rev-parse', 'HEAD'),
      index: readFileSync(join(stage.repository, '.git/index')),
    };
    const run = await stage.run(['run', TASK, ...flags, ...UNASKED], { env: keys });
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(run.stdout).toMatch(
      /^▸ fix the failing date test {2}(anthropic|openai-compatible) · recorded · allow-all$/m,
    );
    expect(run.stdout).toMatch(/^ {2}read {5}src\/date\.js\b/m);
    expect(run.stdout).toMatch(/^ {2}ran {6}npm test +exit 1 · /m);
    expect(run.stdout).toMatch(/^ {2}edited {3}src\/date\.js +\+3 −3( · .*)?$/m);
    expect(run.stdout).toMatch(/^ {2}ran {6}npm test +exit 0 · /m);
    expect(run.stdout).toMatch(/^ {2}src\/date\.js \+3 −3$/m);
    expect(run.stdout).toMatch(/^✔ Done: changed 1 file {2}6 turns · .* · \d+k tokens$/m);
    expect(run.stdout).toContain('Not done: the README does not say which time zone counts.');
    expect(run.stdout).not.toContain('\u001b');
    expect(stage.git('rev-parse', 'HEAD')).toBe(before.head);
    expect(readFileSync(join(stage.repository, '.git/index'))).toEqual(before.index);
    expect(stage.git('status', '--porcelain')).toBe('M src/date.js');
    expect(stage.orphans()).toEqual([]);
  });
});

it('keeps a whole trace in private folders named after the repository, without the key', async () => {
  const stage = openStage();
  const { flags } = await modelOf(['It is fine.']);
  const run = await stage.run(['run', 'is it fine?', ...flags], { env: { PENGUIN_API_KEY: API_KEY } });
  const traceFile = /^ {2}trace {2}(.*)$/m.exec(run.stdout)?.[1] ?? '';
  expect(traceFile).toMatch(/home\/dates-[0-9a-f]{8}\/agents\/default\/traces\/session-.*_001\.jsonl$/);
  const { messages, complete } = await readTrace(traceFile);
  expect(complete).toBe(true);
  expect(messages.at(-1)?.payload).toMatchObject({ type: 'outcome', kind: 'answered' });
  const agent = join(traceFile, '../..');
  expect(readdirSync(agent).sort()).toEqual(['agent_state', 'snapshots', 'traces']);
  for (const folder of [stage.home, agent, join(agent, 'traces')]) {
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  }
  expect(readFileSync(traceFile, 'utf8')).not.toContain(API_KEY);
});

it('works on the whole repository from a folder inside it', async () => {
  const stage = openStage();
  const call = { name: 'write_file', arguments: { path: 'new.txt', content: 'a\nb\n' } };
  const { flags } = await modelOf([{ calls: [call] }, 'Made it.']);
  const run = await stage.run(['run', 'make it', ...flags, ...UNASKED], {
    cwd: join(stage.repository, 'src'),
  });
  expect(run.code).toBe(0);
  expect(run.stdout).toMatch(/^ {2}new\.txt \+2$/m);
  expect(stage.git('status', '--porcelain')).toBe('?? new.txt');
});

it('tells of changes from before the run, and counts only its own', async () => {
  const stage = openStage();
  writeAt(join(stage.repository, 'README.md'), `${FILES['README.md']}mine\n`);
  writeAt(join(stage.repository, 'src/date.js'), `// mine\n${FILES['src/date.js']}`);
  const call = {
    name: 'edit_file',
    arguments: { path: 'src/date.js', old_string: '// mine\n', new_string: '// mine\n// and yours\n' },
  };
  const { flags, model } = await modelOf([{ calls: [call] }, 'Done.']);
  const run = await stage.run(['run', 'add a line', ...flags, ...UNASKED]);
  expect(run.stdout).toMatch(/^ {2}2 files have changes from before the run/m);
  expect(run.stdout).toMatch(/^ {2}src\/date\.js \+1 \(had changes from before the run\)$/m);
  expect(run.stdout).not.toMatch(/^ {2}README\.md/m);
  expect(JSON.stringify(model.requests()[0])).toContain('2 files had changes before you began');
});
