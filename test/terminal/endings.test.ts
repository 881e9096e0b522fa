import { describe, expect, it } from 'vitest';
import { TURNS } from '../main-job/date-repository.ts';
import { API_KEY, modelOf, openStage, UNASKED } from './stage.ts';

const KEY = { PENGUIN_API_KEY: API_KEY };
const write = (path: string, content = 'x\n') => ({ name: 'write_file', arguments: { path, content } });

describe('where nobody can be asked', () => {
  it('nothing that changes things may run, and what was wanted and not done ends as denied', async () => {
    const stage = openStage();
    const { flags } = await modelOf(TURNS);
    const run = await stage.run(['run', 'fix the failing date test', ...flags]);
    expect(run.code).toBe(3);
    expect(run.stdout).toMatch(/^▸ .* · read-only$/m);
    expect(run.stdout).toMatch(/^ {2}denied {3}npm test +Denied by approval mode read-only/m);
    expect(run.stdout).toMatch(/^ {2}read {5}src\/date\.js/m);
    expect(run.stdout).toMatch(
      /^■ Denied: 3 tool calls that the task needed were denied, and no file changed: --approval-mode says what may run/m,
    );
    expect(stage.git('status', '--porcelain')).toBe('');
  });

  it('a question is answered by tools that read, whatever the mode', async () => {
    const { flags } = await modelOf([{ calls: [write('a.txt')] }, 'In src/date.js.']);
    const run = await openStage().run(['run', 'ask where are dates made?', ...flags, ...UNASKED]);
    expect(run.stdout).toMatch(/^▸ .* · read-only$/m);
    expect(run.stdout).toMatch(/^ {2}denied {3}a\.txt/m);
  });
});

it('a key that is refused ends as failed, with the cure and without the key', async () => {
  const fault = { kind: 'status', status: 401, message: `Incorrect API key provided: ${API_KEY}` } as const;
  const { flags } = await modelOf([{ fault }]);
  const run = await openStage().run(['run', 'x', ...flags, '--json'], { env: KEY });
  expect(run.code).toBe(1);
  expect(JSON.parse(run.stdout)).toMatchObject({ outcome: 'failed' });
  expect(run.stderr).toMatch(/^✗ Failed \(auth\): /m);
  expect(run.stdout + run.stderr).not.toContain(API_KEY);
});

it('a limit ends as budget, with the flag to raise', async () => {
  const { flags } = await modelOf([{ calls: [write('a.txt')] }, { calls: [write('b.txt')] }]);
  const run = await openStage().run(['run', 'x', ...flags, ...UNASKED, '--max-turns', '1']);
  expect(run.code).toBe(1);
  expect(run.stdout).toMatch(
    /^■ Stopped at its budget: .* limit of 1 turns: raise --max-turns, or ask for less/m,
  );
  expect(run.stdout).toMatch(/^ {2}a\.txt \+1$/m);
});

describe('--json', () => {
  it('prints exactly one line on stdout; the story goes to stderr', async () => {
    const { flags } = await modelOf([{ calls: [write('a.txt')] }, 'Made it.']);
    const run = await openStage().run(['run', 'make it', ...flags, ...UNASKED, '--json']);
    expect(run.code).toBe(0);
    expect(run.stdout).toMatch(/^\{.*\}\n$/);
    expect(JSON.parse(run.stdout)).toEqual({
      outcome: 'changed',
      reason: 'changed 1 file',
      sessionId: expect.stringMatching(/^session-/),
      traceFile: expect.stringMatching(/_001\.jsonl$/),
      changedFiles: [{ path: 'a.txt', additions: 1, deletions: 0, alsoChangedBefore: false }],
      usage: { cache_read: 0, cache_write: 0, output: 40, total: 240 },
      seconds: expect.any(Number),
    });
    expect(run.stderr).toMatch(/^✔ Done: changed 1 file/m);
  });

  it('has the same shape when nothing began', async () => {
    const run = await openStage().run(['run', 'x', '--json']);
    expect(run.code).toBe(1);
    expect(JSON.parse(run.stdout)).toMatchObject({
      outcome: 'blocked',
      reason: expect.stringContaining('--provider'),
      sessionId: null,
      traceFile: null,
      changedFiles: [],
    });
  });
});

it('--quiet prints the answer and how it ended', async () => {
  const { flags } = await modelOf([{ calls: [write('a.txt')] }, 'Made it.\n\nAs asked.']);
  const run = await openStage().run(['run', 'make it', ...flags, ...UNASKED, '--quiet']);
  expect(run.stdout).toMatch(/^Made it\.\n\nAs asked\.\n✔ Done: changed 1 file {2}2 turns · .*\n$/);
});

it('--verbose also prints what the model says and how outputs begin', async () => {
  const command = 'seq 1 30';
  const turn = { text: 'I count.', calls: [{ name: 'exec_command', arguments: { command } }] };
  const { flags } = await modelOf([turn, 'Counted.']);
  const run = await openStage().run(['run', 'count', ...flags, ...UNASKED, '--verbose']);
  expect(run.stdout).toMatch(/^ {2}I count\.\n {2}ran {6}seq 1 30 .*\n {4}│ 1\n/m);
  expect(run.stdout).toContain('    │ 10\n    │ … 20 more lines\n');
  expect(run.stdout.match(/Counted\./g)).toHaveLength(1);
});

it('stops quietly when nobody reads on', async () => {
  const turns = [...Array(30).keys()].map((at) => ({ calls: [write(`${at}.txt`)] }));
  const { flags } = await modelOf(turns);
  const stage = openStage();
  const started = stage.start(['run', 'x', ...flags, ...UNASKED]);
  started.child.stdout?.once('data', () => started.child.stdout?.destroy());
  expect(await started.finished).toMatchObject({ code: 130, stderr: '' });
  expect(stage.orphans()).toEqual([]);
});
