/** What is missing or wrong is said with the flag to add, before anything is asked of a model. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readSettings } from '../../core/dispatch/settings.ts';
import { readTask } from '../../core/dispatch/terminal/read-task.ts';
import { terminalSources } from '../../core/dispatch/terminal/sources.ts';
import { tempDir } from '../support/temp.ts';
import { modelOf, openStage } from './stage.ts';

const READY = { provider: 'groq', model: 'm' };
const KEY = { GROQ_API_KEY: 'sk-test-0123456789abcdefghij' };

it.each([
  { flags: {}, kind: 'blocked', says: /^No provider is configured: add `--provider <name> --model <name>`/ },
  { flags: { provider: 'groq' }, kind: 'blocked', says: /add `--model <a model of groq>`\.$/ },
  { flags: READY, kind: 'blocked', says: /: set GROQ_API_KEY or PENGUIN_API_KEY in the environment\.$/ },
  {
    flags: { provider: 'openai-compatible', model: 'm' },
    kind: 'blocked',
    says: /add `--base-url https:\/\/…\/v1`\.$/,
  },
  {
    flags: { ...READY, provider: 'grok' },
    kind: 'config',
    says: /^There is no provider "grok"\. Use one of /,
  },
  {
    flags: { ...READY, 'base-url': 'file:///x' },
    env: KEY,
    kind: 'config',
    says: /^--base-url is "file:\/\/\/x", /,
  },
  {
    flags: { ...READY, 'approval-mode': 'yolo' },
    env: KEY,
    kind: 'config',
    says: /^--approval-mode is "yolo": use /,
  },
  {
    flags: { ...READY, 'approval-mode': 'allow-all' },
    env: KEY,
    kind: 'config',
    says: /: add `--unsafe` beside it if that is meant/,
  },
  {
    flags: { ...READY, 'max-turns': 'many' },
    env: KEY,
    kind: 'config',
    says: /^--max-turns is "many": use a whole/,
  },
  {
    flags: { ...READY, 'max-minutes': '1e9' },
    env: KEY,
    kind: 'config',
    says: /^--max-minutes is "1e9": use a/,
  },
])('$flags: $says', ({ flags, env = {}, kind, says }) => {
  const reading = readSettings(terminalSources(flags, env));
  expect(reading).toEqual({ kind, problem: expect.stringMatching(says) });
});

it('the key of the provider goes before the one that serves any', () => {
  const any = { PENGUIN_API_KEY: 'any' };
  const keyIn = (env: Record<string, string>) => terminalSources(READY, env).inputs('api-key');
  expect(keyIn({ ...any, GROQ_API_KEY: 'own' })).toBe('own');
  expect(keyIn({ ...any, GROQ_API_KEY: ' ', OPENAI_API_KEY: 'another’s' })).toBe('any');
});

it.each(['', '  ', 'fix', 'ask'])('a task of %j is none', (task) => {
  expect(readTask(task)).toBeUndefined();
});

it.each([
  { text: 'fix the test', order: { task: 'fix the test', wantsChange: true, readOnly: false } },
  { text: 'ask why?', order: { task: 'why?', wantsChange: false, readOnly: true } },
  { text: 'stop the leak', order: { task: 'stop the leak', wantsChange: false, readOnly: false } },
  { text: 'help', order: { task: 'help', readOnly: false } },
])('$text', ({ text, order }) => {
  expect(readTask(text)).toMatchObject(order);
});

it('asks no model when there is nothing to do', async () => {
  const { model, flags } = await modelOf(['Never said.']);
  const task = ' ';
  const run = await openStage().run(['run', task, ...flags]);
  expect(run.code).toBe(2);
  expect(run.stdout).toMatch(/There is no task: write what to do, for example `penguin run "fix/);
  expect(model.requests()).toEqual([]);
});

it('needs a git repository, and says so', async () => {
  const { model, flags } = await modelOf(['Never said.']);
  const run = await openStage().run(['run', 'x', ...flags], { cwd: tempDir() });
  expect(run.code).toBe(2);
  expect(run.stdout).toMatch(
    /^✗ Failed \(config\): .* is not in a git repository: go to one, or make one here with `git init`/,
  );
  expect(model.requests()).toEqual([]);
});

it('says in which file the state cannot be kept', async () => {
  const stage = openStage();
  const { flags } = await modelOf(['Never said.']);
  writeFileSync(join(stage.repository, '../home'), '');
  const run = await stage.run(['run', 'x', ...flags]);
  expect(run.code).toBe(1);
  expect(run.stdout).toMatch(/^✗ Failed \(tool\): .*home/m);
});
