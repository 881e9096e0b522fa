import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { type LineSplitter, lineSplitter } from './lines.ts';

export interface PhaseCommand {
  node: string;
  script: string;
  cwd: string;
  env: Record<string, string>;
  onLine: (line: string, stream: 'stdout' | 'stderr') => void;
  onText: (text: string) => void;
}

export interface RunningPhase {
  /** Resolves when the process has ended and its output is read. 128 + n for signal n, as a shell has it. */
  readonly exitCode: Promise<number>;
  /** SIGINT, SIGTERM after 7.5 s, SIGKILL after 2.5 s more, as the runner cancels. */
  cancel(): void;
  kill(): void;
}

const INTERRUPT_GRACE_MS = 7_500;
const TERMINATE_GRACE_MS = 2_500;
/** How long the runner waits for output that a surviving child still holds open. */
const OUTPUT_GRACE_MS = 5_000;

/** Runs one script of an action to its end. */
export function startPhase({ node, script, cwd, env, onLine, onText }: PhaseCommand): RunningPhase {
  const child = spawn(node, [script], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const timers: NodeJS.Timeout[] = [];
  const later = (ms: number, act: () => void) => void timers.push(setTimeout(act, ms));
  const splitters: LineSplitter[] = [];
  for (const stream of ['stdout', 'stderr'] as const) {
    const splitter = lineSplitter((line) => onLine(line, stream), onText);
    child[stream].on('data', (chunk: Buffer) => splitter.write(chunk));
    splitters.push(splitter);
  }

  const exitCode = new Promise<number>((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', () => {
      for (const timer of timers.splice(0)) clearTimeout(timer);
      later(OUTPUT_GRACE_MS, () => {
        child.stdout.destroy();
        child.stderr.destroy();
      });
    });
    child.on('close', (code, signal) => {
      for (const timer of timers.splice(0)) clearTimeout(timer);
      for (const splitter of splitters) splitter.end();
      resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal]));
    });
  });

  return {
    exitCode,
    cancel() {
      child.kill('SIGINT');
      later(INTERRUPT_GRACE_MS, () => child.kill('SIGTERM'));
      later(INTERRUPT_GRACE_MS + TERMINATE_GRACE_MS, () => child.kill('SIGKILL'));
    },
    kill: () => void child.kill('SIGKILL'),
  };
}
