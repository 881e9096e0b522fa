import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { MainJob } from '../main-job/set-up.ts';
import type { StartedAction } from '../runner/action-run.ts';

/** What a model does first that waits until it is let go on; it leaves nothing behind. */
export const WAIT = {
  calls: [
    {
      name: 'exec_command',
      arguments: { command: 'echo $$ > started; while [ ! -e go ]; do sleep 0.1; done; rm started go' },
    },
  ],
};

/** The action at work, whose model waits. */
export async function atWork(job: MainJob): Promise<StartedAction> {
  const started = await job.start();
  await expect.poll(() => existsSync(join(job.workspace, 'started')), { timeout: 20_000 }).toBe(true);
  return started;
}

export function letGo(job: MainJob): void {
  writeFileSync(join(job.workspace, 'go'), '');
}
