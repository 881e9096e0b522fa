import { appendFileSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createBuild, type Payload } from '../../core/omnimessage/index.ts';
import { openTrace } from '../../core/trace/index.ts';
import { call, decision, ended, moment, output, usage } from '../render/told.ts';
import { tempDir } from '../support/temp.ts';
import { typed } from './typed.ts';

const META: Payload = {
  type: 'session_meta',
  schema_version: 1,
  session_id: 's1',
  provider: 'groq',
  model_id: 'm',
  model_context_window: 'unknown',
  system_prompt: '',
  agent_state: 'default',
  workspace: '/home/me/dates',
};
const said = (role: 'user' | 'assistant', text: string): Payload => ({ type: 'text', role, text });

/** A run of two turns: one call allowed, one denied. */
const STORY: (readonly [number, Payload])[] = [
  [0, META],
  [0, said('user', 'Task from @me: fix it')],
  [1, { type: 'request_begin' }],
  [2, { type: 'request_end', status: 'timeout', error_message: 'No answer.', attempt: 1, retry_in_ms: 5 }],
  [3, { type: 'request_begin' }],
  [4, said('assistant', 'I run the tests.')],
  [4, call('1', 'exec_command', { command: 'npm test' })],
  [5, { ...decision('1', 'allow'), by: 'terminal' } as Payload],
  [5, call('2', 'write_file', { path: 'a.txt', content: 'x' })],
  [6, decision('2', 'deny', 'use b.txt')],
  [6, output('2', 'use b.txt', 'aborted')],
  [11.2, output('1', '1 failed\n[exit code: 1]')],
  [12, usage(48_000)],
  [12, { type: 'request_end', status: 'completed' }],
  [13, { type: 'request_begin' }],
  [14, said('assistant', 'I could not.')],
  [15, { type: 'request_end', status: 'completed' }],
  [16, ended({ kind: 'denied', reason: 'A call was denied.' })],
];

async function traceOf(story: readonly (readonly [number, Payload])[]): Promise<string> {
  const trace = openTrace({ dir: tempDir(), sessionId: 's1' });
  for (const [seconds, payload] of story) trace.append(createBuild(() => moment(seconds))(payload));
  await trace.close();
  return trace.file;
}

describe('a whole trace', () => {
  it('is told as a story', async () => {
    const run = await typed(['trace', await traceOf(STORY)]);
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(run.stdout.split('\n').map((line) => line.replace(/ {3,}/g, '   '))).toEqual([
      's1  groq · m · /home/me/dates',
      '  │ Task from @me: fix it',
      'turn 1',
      '  failed   the model’s request   No answer.',
      '  I run the tests.',
      '  ran   npm test   allowed by terminal · exit 1 · 6.2 s',
      '  wrote   a.txt   deny · use b.txt',
      'turn 2',
      '  I could not.',
      'tokens 48k: 5k written, 24k read from the cache',
      '■ Denied: A call was denied',
      '',
    ]);
  });

  it('is told to machines as one JSON document', async () => {
    const run = await typed(['trace', await traceOf(STORY), '--json']);
    expect(run.stdout).toMatch(/^\{.*\}\n$/);
    expect(JSON.parse(run.stdout)).toMatchObject({
      session: { id: 's1', provider: 'groq', modelId: 'm', workspace: '/home/me/dates' },
      prompt: 'Task from @me: fix it',
      turns: [
        {
          said: ['I run the tests.'],
          failures: ['No answer.'],
          calls: [
            { tool: 'exec_command', target: 'npm test', decision: { by: 'terminal' }, durationMs: 6200 },
            { tool: 'write_file', target: 'a.txt', decision: { decision: 'deny', reason: 'use b.txt' } },
          ],
        },
        { said: ['I could not.'] },
      ],
      usage: { total: 48_000 },
      outcome: { kind: 'denied' },
      complete: true,
      problems: [],
    });
  });

  it('shows what a terminal would obey or hide, in both forms', async () => {
    const evil = 'a\u001b[2Jb\u202ec\rd\u0007';
    const file = await traceOf([
      [0, { ...META, workspace: evil }],
      [0, said('user', evil)],
      [1, { type: 'request_begin' }],
      [1, said('assistant', evil)],
      [2, call('1', evil, { path: evil })],
      [2, decision('1', 'deny', evil)],
      [3, call('2', 'exec_command', { command: evil })],
      [4, ended({ kind: 'failed', class: 'llm', reason: evil })],
    ]);
    for (const flags of [[], ['--json']]) {
      const { stdout } = await typed(['trace', file, ...flags]);
      expect(stdout).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
    }
  });
});

describe('a trace that is not whole', () => {
  it('is told up to a torn end, which was never whole', async () => {
    const file = await traceOf(STORY.slice(0, -1));
    truncateSync(file, readFileSync(file).length - 10);
    const run = await typed(['trace', file]);
    expect(run.code).toBe(0);
    expect(run.stdout).toMatch(/^■ The trace has no outcome: the run still goes on, or broke off\.$/m);
    expect(run.stdout).toMatch(/^ {2}line 17: The last record is incomplete\.$/m);
  });

  it('is told up to a changed line, which is named', async () => {
    const file = await traceOf(STORY);
    writeFileSync(file, readFileSync(file, 'utf8').replace('I run the tests.', 'I run no tests.'));
    const run = await typed(['trace', file]);
    expect(run.code).toBe(1);
    expect(run.stdout).toMatch(/^turn 1$/m);
    expect(run.stdout).not.toContain('tests.');
    expect(run.stdout).toMatch(/^ {2}line 6: Its sum does not fit/m);
    expect(run.stdout).toMatch(/^ {2}The trace is damaged there; what follows is not told\.$/m);
  });

  it('tells of a call whose output never came', async () => {
    const run = await typed(['trace', await traceOf(STORY.slice(0, 8))]);
    expect(run.stdout).toMatch(/^ {2}ran {6}npm test +allowed by terminal · no output recorded$/m);
  });
});

describe('what is no trace', () => {
  it.each([
    { name: 'missing.jsonl', make: () => undefined, says: /missing\.jsonl cannot be read: ENOENT/ },
    { name: 'folder', make: (path: string) => mkdirSync(path), says: /folder cannot be read: EISDIR/ },
    {
      name: 'empty',
      make: (path: string) => writeFileSync(path, ''),
      says: /empty is no trace: it is empty/,
    },
    {
      name: 'garbage',
      make: (path: string) => writeFileSync(path, Buffer.from([0x1b, 0x5b, 0xff, 0, 0x0a, 0x7b, 0x0a])),
      says: /garbage is no trace: line 1: /,
    },
    {
      name: 'notes.md',
      make: (path: string) => writeFileSync(path, '# notes\n'),
      says: /notes\.md is no trace: line 1: /,
    },
    { name: 'x\u001b[2J', make: (path: string) => appendFileSync(path, ''), says: /x\\e\[2J is no trace/ },
  ])('$name: one sentence, exit 2', async ({ name, make, says }) => {
    const path = join(tempDir(), name);
    make(path);
    const run = await typed(['trace', path]);
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr).toMatch(says);
    expect(run.stderr).toMatch(/^[^\p{Cc}]+\n$/u);
  });
});
