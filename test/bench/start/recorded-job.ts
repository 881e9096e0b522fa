import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { checkoutRoot } from '../../github/checkout-root.ts';
import { type MainJob, setUpMainJob } from '../../main-job/set-up.ts';
import { commandFiles } from '../../runner/command-files.ts';
import { type Exchange, GITHUB_PATH, MODEL_PATH } from './exchange.ts';
import { startRelay } from './relay.ts';

export interface RecordedJob {
  /** What the action asked, in the order of arrival, the model's first request and what went on beside it included. */
  exchanges: Exchange[];
  /** The environment of one more start of the action, which talks to `server` alone. */
  environment(server: string): Record<string, string>;
  workspace: string;
  /** Makes the Workspace as a fresh checkout leaves it. */
  checkOut(): Promise<void>;
  close(): Promise<void>;
}

/** Runs the main job once against the loopback GitHub, until it waits for the model, and keeps what it asked and was started with. */
export async function recordJob(node: string, directory: string): Promise<RecordedJob> {
  let job: MainJob | undefined;
  const relay = await startRelay(() => job?.github.apiUrl ?? '');
  job = await setUpMainJob({ directory, inputs: { 'base-url': `${relay.url}${MODEL_PATH}/v1` } });
  const environmentFile = join(directory, 'environment.json');
  await job.checkOut();
  const env = {
    GITHUB_API_URL: relay.url + GITHUB_PATH,
    NODE_OPTIONS: `--import=${besideBench('keep-environment.mjs')}`,
    BENCH_ENVIRONMENT_FILE: environmentFile,
  };
  const started = await job.start({ node, env });
  const failed = started.finished.then(({ log }) => {
    throw new Error(`the action ended before it asked the model:\n${log}`);
  });
  await Promise.race([relay.modelReached.then(relay.quiet), failed]);
  failed.catch(() => undefined);
  started.kill('nothing');
  await Promise.allSettled([failed]);
  await relay.close();
  return {
    exchanges: relay.exchanges,
    environment: freshEnvironment(readEnvironment(environmentFile), directory),
    workspace: job.workspace,
    checkOut: job.checkOut,
    close: job.close,
  };
}

/** The bare programs stand beside the source and run as they are: a bundle would load more than they need. */
export function besideBench(file: string): string {
  return pathToFileURL(join(checkoutRoot(), 'test/bench/start', file)).href;
}

function readEnvironment(file: string): Record<string, string> {
  const {
    NODE_OPTIONS: _hook,
    BENCH_ENVIRONMENT_FILE: _file,
    ...environment
  } = JSON.parse(readFileSync(file, 'utf8'));
  return environment;
}

/** Each start gets a temporary folder and command files of its own, as the runner gives every step. */
function freshEnvironment(recorded: Record<string, string>, directory: string) {
  let starts = 0;
  return (server: string) => {
    starts += 1;
    const runnerTemp = join(directory, `start-${starts}`);
    mkdirSync(runnerTemp);
    return {
      ...recorded,
      ...commandFiles(runnerTemp).environment,
      RUNNER_TEMP: runnerTemp,
      GITHUB_API_URL: server + GITHUB_PATH,
      'INPUT_BASE-URL': `${server}${MODEL_PATH}/v1`,
    };
  };
}
