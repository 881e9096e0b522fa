import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { checkoutRoot } from '../github/checkout-root.ts';
import type { Answered, Asked } from './worker.ts';

export interface Pool {
  /** Plays one case in a process that is free, as soon as one is. */
  play(name: string | undefined): Promise<Answered>;
  close(): void;
}

/** So many processes that play cases. One that dies is replaced. */
export function openPool(size: number): Pool {
  const free: (ChildProcess | undefined)[] = Array.from({ length: size }, () => undefined);
  const waiting: ((worker: ChildProcess | undefined) => void)[] = [];
  const started = new Set<ChildProcess>();

  function start(): ChildProcess {
    const worker = fork(join(checkoutRoot(), 'build/faults/worker.js'), {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    started.add(worker);
    return worker;
  }

  async function take(): Promise<ChildProcess | undefined> {
    return free.length > 0 ? free.pop() : new Promise((resolve) => waiting.push(resolve));
  }

  function giveBack(worker: ChildProcess | undefined): void {
    const next = waiting.shift();
    if (next === undefined) free.push(worker);
    else next(worker);
  }

  return {
    async play(name) {
      const worker = (await take()) ?? start();
      const asked: Asked = { name };
      worker.send(asked);
      const answer = await answerOf(worker);
      if (worker.exitCode !== null || worker.signalCode !== null) started.delete(worker);
      giveBack(started.has(worker) ? worker : undefined);
      return answer;
    },
    close() {
      for (const worker of started) worker.kill();
    },
  };
}

async function answerOf(worker: ChildProcess): Promise<Answered> {
  const left = new AbortController();
  const { signal } = left;
  try {
    return await Promise.race([
      once(worker, 'message', { signal }).then(([answer]): Answered => answer),
      once(worker, 'exit', { signal }).then(
        ([code, by]): Answered => ({ kind: 'threw', text: `its process ended with ${code ?? by}` }),
      ),
    ]);
  } finally {
    left.abort();
  }
}
