import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkoutRoot } from '../../github/checkout-root.ts';
import type { BenchSetting } from '../section.ts';
import { startCannedServer, type Visit } from './canned-server.ts';
import { type Launched, launch } from './launch.ts';
import { planReplay } from './order-of-requests.ts';
import { besideBench, type RecordedJob, recordJob } from './recorded-job.ts';

/** Milliseconds from the spawn to the arrival of a request. */
export interface StartTimes {
  gitHub: number;
  model: number;
}

export interface StartStage {
  job: RecordedJob;
  /** The built action up to the model, with `more` in its environment. */
  startAction(more?: Record<string, string>): Promise<StartTimes>;
  startOneFetch(): Promise<number>;
  /** The bare program that makes the same requests in the same order. */
  startReplay(planFile: string): Promise<number>;
  /** Writes down which requests the replay makes, and which it waits for. */
  writePlan(): Promise<string>;
  close(): Promise<void>;
}

export async function openStartStage({ node, scratch }: BenchSetting): Promise<StartStage> {
  const job = await recordJob(node, scratch);
  const server = await startCannedServer(job.exchanges);
  const firstUrl = job.exchanges[0]?.request.url ?? '/';

  async function runAction<T>(end: Promise<T>, more: Record<string, string> = {}): Promise<Launched<T>> {
    const env = { ...job.environment(server.url), ...more };
    const args = [join(checkoutRoot(), 'dist/main.js')];
    const launched = await launch({ node, args, cwd: job.workspace, env }, end);
    if (server.faults.length === 0) return launched;
    throw new Error(`requests without a recorded answer: ${server.faults.join(', ')}`);
  }

  async function startAction(more?: Record<string, string>): Promise<StartTimes> {
    const { gitHubReached, modelReached } = server.expectVisit();
    const { startedAt, result } = await runAction(Promise.all([gitHubReached, modelReached]), more);
    const [gitHub, model] = result;
    return { gitHub: gitHub - startedAt, model: model - startedAt };
  }

  async function startBare(
    file: string,
    args: string[],
    until: (visit: Visit) => Promise<number>,
  ): Promise<number> {
    const env = job.environment(server.url);
    const program = { node, args: [fileURLToPath(besideBench(file)), ...args], cwd: job.workspace, env };
    const { startedAt, result } = await launch(program, until(server.expectVisit()));
    return result - startedAt;
  }

  return {
    job,
    startAction,
    startOneFetch: () =>
      startBare('one-fetch.mjs', [server.url + firstUrl], ({ gitHubReached }) => gitHubReached),
    startReplay: (planFile) =>
      startBare('replay.mjs', [server.url, planFile], ({ modelReached }) => modelReached),
    async writePlan() {
      const planFile = join(scratch, 'plan.json');
      writeFileSync(planFile, JSON.stringify(await planReplay(job.exchanges, server, runAction)));
      return planFile;
    },
    async close() {
      await server.close();
      await job.close();
    },
  };
}
