import { randomBytes } from 'node:crypto';
import { basename, join } from 'node:path';
import type { House, Inputs } from '../core/index.ts';
import type { Runner } from './runner.ts';
import { systemClock } from './system-clock.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Everything that a run may know of the outside, taken from the runner's environment once. */
export function openHouse(
  environment: Environment,
  {
    inputs,
    runner,
    hideSecret,
    signal,
  }: { inputs: Inputs; runner: Runner; hideSecret: House['hideSecret']; signal: AbortSignal },
): House {
  return {
    clock: systemClock,
    newId: () => randomBytes(16).toString('hex'),
    random: Math.random,
    log: runner.log,
    signal,
    inputs,
    run: readRun(environment),
    github: {
      apiUrl: environment.GITHUB_API_URL ?? 'https://api.github.com',
      serverUrl: environment.GITHUB_SERVER_URL ?? 'https://github.com',
    },
    workspaceDir: required(environment, 'GITHUB_WORKSPACE'),
    scratchDir: join(required(environment, 'RUNNER_TEMP'), 'penguin'),
    environment,
    hideSecret,
    artifacts:
      environment.ACTIONS_RUNTIME_TOKEN !== undefined && environment.ACTIONS_RESULTS_URL !== undefined,
    keepForLastPhase: (record) => runner.saveState('session', record),
  };
}

function readRun(environment: Environment): House['run'] {
  const id = Number(environment.GITHUB_RUN_ID);
  const server = environment.GITHUB_SERVER_URL ?? 'https://github.com';
  return {
    id,
    attempt: Number(environment.GITHUB_RUN_ATTEMPT ?? '1'),
    url: `${server}/${environment.GITHUB_REPOSITORY ?? ''}/actions/runs/${id}`,
    // owner/repo/.github/workflows/penguin.yml@refs/heads/main
    workflowFile: basename((environment.GITHUB_WORKFLOW_REF ?? '').replace(/@.*$/, '')),
    branch: environment.GITHUB_REF?.startsWith('refs/heads/')
      ? environment.GITHUB_REF.slice('refs/heads/'.length)
      : '',
  };
}

function required(environment: Environment, name: string): string {
  const value = environment[name];
  if (value === undefined || value === '')
    throw new Error(`${name} is not set: this program runs as a step of a GitHub workflow.`);
  return value;
}
