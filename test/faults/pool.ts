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
      const answered = once(worker, 'message').then(([answer]): Answered => answer);
      const died = once(worker, 'exit').then(([code, signal]): Answered => {
        started.delete(worker);
        return { kind: 'threw', text: `its process ended with ${code ?? signal}` };
      });
      worker.send(asked);
      const answer = await Promise.race([answered, died]);
      giveBack(started.has(worker) ? worker : undefined);
      return answer;
    },
    close() {
      for (const worker of started) worker.kill();
    },
  };
}
