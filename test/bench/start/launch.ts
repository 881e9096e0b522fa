import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

const LIMIT_MS = 60_000;

export interface Program {
  node: string;
  /** What follows `node` on the command line. */
  args: string[];
  cwd: string;
  env: Record<string, string>;
}

export interface Launched<T> {
  /** By `performance.now()`, just before the process was made. */
  startedAt: number;
  result: T;
}

/** Starts a program as the runner starts an action, waits for what it is to reach, and ends it. */
export async function launch<T>(
  { node, args, cwd, env }: Program,
  reached: Promise<T>,
): Promise<Launched<T>> {
  const startedAt = performance.now();
  const child = spawn(node, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  }
  const closed = once(child, 'close');
  const early = (why: string) => new Error(`${args.join(' ')} ${why} before its request came:\n${said}`);
  const patience = new AbortController();
  try {
    const result = await Promise.race([
      reached,
      closed.then(() => Promise.reject(early('ended'))),
      sleep(LIMIT_MS, undefined, { signal: patience.signal }).then(() => Promise.reject(early('hung'))),
    ]);
    return { startedAt, result };
  } finally {
    patience.abort();
    child.kill('SIGKILL');
    await closed;
  }
}
