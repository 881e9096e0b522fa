/** `penguin` as a person starts it: the built program, a real repository, a model on loopback. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { checkoutRoot } from '../github/checkout-root.ts';
import { FILES } from '../main-job/date-repository.ts';
import { type ModelDouble, type ModelTurn, startModel } from '../model/aimock.ts';
import { endCarriers } from '../runner/orphans.ts';
import { tempDir } from '../support/temp.ts';

export const PENGUIN = join(checkoutRoot(), 'dist/penguin.js');
export const API_KEY = 'sk-test-0123456789abcdefghij';

export interface TerminalRun {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface StartedRun {
  child: ChildProcess;
  /** What was printed so far, on both outputs. */
  printed(): string;
  finished: Promise<TerminalRun>;
}

export interface TerminalStage {
  /** A repository with one commit. */
  repository: string;
  /** PENGUIN_HOME. */
  home: string;
  env: NodeJS.ProcessEnv;
  git(...args: string[]): string;
  start(args: string[], more?: { env?: NodeJS.ProcessEnv; cwd?: string }): StartedRun;
  run(args: string[], more?: { env?: NodeJS.ProcessEnv; cwd?: string }): Promise<TerminalRun>;
  /** Processes that outlived the run; they are ended. */
  orphans(): number[];
}

/** A repository, and a way to start `penguin` in it. */
export function openStage(files: Record<string, string> = FILES): TerminalStage {
  const folder = tempDir();
  const repository = join(folder, 'dates');
  const home = join(folder, 'home');
  for (const [path, content] of Object.entries(files)) writeAt(join(repository, path), content);
  const env: NodeJS.ProcessEnv = {
    PATH: process.env.PATH,
    // Commands inherit it too, so that those which outlive the run are found.
    HOME: folder,
    TMPDIR: folder,
    USER: 'tester',
    TZ: 'UTC',
    PENGUIN_HOME: home,
  };
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], {
      cwd: repository,
      env: { ...env, GIT_CONFIG_NOSYSTEM: '1' },
      encoding: 'utf8',
    }).trim();
  git('init', '-q', '-b', 'main');
  git('add', '-A');
  git('commit', '-q', '-m', 'first');

  const stage: TerminalStage = {
    repository,
    home,
    env,
    git,
    start: (args, more = {}) =>
      startPenguin(args, { cwd: more.cwd ?? repository, env: { ...env, ...more.env } }),
    run: (args, more) => stage.start(args, more).finished,
    orphans: () => endCarriers(`HOME=${folder}`),
  };
  return stage;
}

/** Starts the built program, without a terminal. */
export function startPenguin(args: string[], place: { cwd: string; env: NodeJS.ProcessEnv }): StartedRun {
  return follow(spawn(process.execPath, [PENGUIN, ...args], { ...place, stdio: ['ignore', 'pipe', 'pipe'] }));
}

/** Collects what a program prints until its end. */
export function follow(child: ChildProcess): StartedRun {
  const texts = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (text: string) => {
      texts[name] += text;
    });
  }
  onTestFinished(() => void child.kill('SIGKILL'));
  return {
    child,
    printed: () => texts.stdout + texts.stderr,
    finished: new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code) => resolve({ code, ...texts }));
    }),
  };
}

/** A model that plays `turns`, and the flags that name it. */
export async function modelOf(
  turns: ModelTurn[],
  provider: 'openai-compatible' | 'anthropic' = 'openai-compatible',
): Promise<{ model: ModelDouble; flags: string[] }> {
  const model = await startModel(turns);
  onTestFinished(() => model.stop());
  return { model, flags: flagsFor(model.url, provider) };
}

export function flagsFor(url: string, provider = 'openai-compatible'): string[] {
  return ['--provider', provider, '--model', 'recorded', '--base-url', url];
}

/** What lets the model work without a question. */
export const UNASKED = ['--approval-mode', 'allow-all', '--unsafe'];

export function writeAt(path: string, content: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}
