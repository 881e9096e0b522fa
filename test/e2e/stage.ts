import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import { type MainJob, type MainJobOptions, setUpMainJob } from '../main-job/set-up.ts';
import type { ActionRun } from '../runner/action-run.ts';

export type SceneOptions = Omit<MainJobOptions, 'directory'> & {
  /** What set-up steps do between the checkout and the action. */
  setUp?: (workspace: string) => void | Promise<void>;
};

/** The main job for one test, checked out. */
export async function sceneOf(options: SceneOptions = {}): Promise<MainJob> {
  const { job, close } = await open(options);
  onTestFinished(close);
  return job;
}

/** One run of the main job for all tests of a suite that look at what it left. */
export function playedScene(options: SceneOptions = {}): { job: () => MainJob; run: () => ActionRun } {
  let played: { job: MainJob; run: ActionRun; close: () => Promise<void> } | undefined;
  beforeAll(async () => {
    const opened = await open(options);
    played = { ...opened, run: await opened.job.run() };
  });
  afterAll(() => played?.close());
  const get = () => {
    if (played === undefined) throw new Error('the scene was not played: look at the error in beforeAll');
    return played;
  };
  return { job: () => get().job, run: () => get().run };
}

async function open({
  setUp,
  ...options
}: SceneOptions): Promise<{ job: MainJob; close: () => Promise<void> }> {
  const directory = mkdtempSync(join(tmpdir(), 'penguin-e2e-'));
  const job = await setUpMainJob({ directory, ...options });
  await job.checkOut();
  await setUp?.(job.workspace);
  const close = async () => {
    await job.close();
    rmSync(directory, { recursive: true, force: true });
    // A request that the loopback GitHub does not serve, or an answer of its own that does not conform.
    expect(job.github.faults).toEqual([]);
  };
  return { job, close };
}

/** What every run owes: the runner found nothing wrong with it, and no process outlived it. */
export function expectTidy(run: ActionRun): void {
  expect(run.faults).toEqual([]);
  expect(run.orphans).toEqual([]);
  expect(run.commands.filter(({ effect }) => effect !== 'done')).toEqual([]);
}
