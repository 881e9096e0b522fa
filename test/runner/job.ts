import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunConclusion, WorkflowRun } from '../github/world/state.ts';
import { type ActionFile, inputVariables, readActionFile } from './action-file.ts';
import type { ActionOptions, ActionRun, StartedAction } from './action-run.ts';
import { jobEnvironment } from './environment.ts';
import { type JobLog, jobLog } from './job-log.ts';
import { type Masks, masks } from './masks.ts';
import { endOrphans } from './orphans.ts';
import type { RunningPhase } from './phase.ts';
import { type PhaseResult, runPhase } from './run-phase.ts';

/** How a job came to its end. An abandoned one is left as a dead runner leaves it: in progress, without `post`. */
type Ending = 'finished' | 'cancelled' | 'abandoned';

interface Job {
  action: ActionFile;
  node: string;
  workspace: string;
  runnerTemp: string;
  trackingId: string;
  env: Record<string, string>;
  masks: Masks;
  log: JobLog;
  faults: string[];
}

/** Runs `main` and `post` for a workflow run, and keeps GitHub's record of the run up to date. */
export function startJob(options: ActionOptions, run: WorkflowRun, node: string): StartedAction {
  const repository = options.github.repository(options.repository);
  const job = prepare(options, run, node);
  let main: RunningPhase | undefined;
  let ending: Ending = 'finished';

  const play = async (): Promise<ActionRun> => {
    const started = runPhase({ ...job, script: job.action.main });
    main = started.phase;
    const first = await started.result;
    main = undefined;
    const post = ending === 'abandoned' ? undefined : await playPost(job, first);
    const result = report(job, first, post, conclude(ending, first, post));
    if (ending !== 'abandoned') repository.completeRun(run, result.conclusion);
    return result;
  };
  const cancel = () => {
    if (main === undefined) return;
    ending = 'cancelled';
    main.cancel();
  };

  repository.startRun(run);
  run.onCancel = cancel;
  return {
    run,
    finished: play(),
    logged: job.log.logged,
    cancel,
    kill(then = 'post') {
      if (then === 'nothing') ending = 'abandoned';
      main?.kill();
    },
  };
}

function prepare(options: ActionOptions, run: WorkflowRun, node: string): Job {
  const { github, directory, event, token = '', inputs = {} } = options;
  const action = readActionFile(options.action);
  const workspace = options.workspace ?? join(directory, 'workspace');
  const [runnerTemp, home] = [join(directory, '_temp'), join(directory, 'home')];
  for (const folder of [runnerTemp, home, workspace]) mkdirSync(folder, { recursive: true });
  const eventPath = join(runnerTemp, 'event.json');
  writeFileSync(eventPath, JSON.stringify(event.payload, null, 2));
  const repository = github.repository(options.repository);
  const trackingId = `github_${randomUUID()}`;
  const runtimeToken = github.tokens.runtime(run);
  const places = { workspace, runnerTemp, home, eventPath };
  const facts = { github, repository, run, eventName: event.name, job: 'penguin', runtimeToken, trackingId };
  const env = { ...jobEnvironment({ ...facts, ...places }), ...options.env };
  const hidden = masks();
  for (const secret of [token, runtimeToken, ...(options.secrets ?? [])]) hidden.add(secret);
  return {
    action,
    node,
    workspace,
    runnerTemp,
    trackingId,
    env: { ...env, ...inputVariables(action, inputs, { ...githubContext(env), 'github.token': token }) },
    masks: hidden,
    log: jobLog(hidden),
    faults: undeclaredInputs(action, inputs),
  };
}

/** The `github` context, as far as the environment tells it. */
function githubContext(env: Record<string, string>): Record<string, string> {
  const variables = Object.entries(env).filter(([name]) => name.startsWith('GITHUB_'));
  return Object.fromEntries(variables.map(([name, value]) => [name.toLowerCase().replace('_', '.'), value]));
}

/** `post` finds what `main` left: its state, and what it set for all later steps. */
async function playPost(job: Job, main: PhaseResult): Promise<PhaseResult | undefined> {
  const script = job.action.post;
  if (script === undefined) return undefined;
  const state = Object.entries(main.state).map(([name, value]) => [`STATE_${name}`, value]);
  const PATH = [...[...main.paths].reverse(), job.env.PATH].join(':');
  return runPhase({ ...job, script, env: { ...job.env, ...main.env, PATH, ...Object.fromEntries(state) } })
    .result;
}

function conclude(ending: Ending, main: PhaseResult, post: PhaseResult | undefined): RunConclusion {
  if (ending === 'cancelled') return 'cancelled';
  return main.conclusion === 'failure' || post?.conclusion === 'failure' ? 'failure' : 'success';
}

function report(
  job: Job,
  main: PhaseResult,
  post: PhaseResult | undefined,
  conclusion: RunConclusion,
): ActionRun {
  const orphans = endOrphans(job.trackingId);
  job.log.end();
  return {
    ...main,
    post,
    conclusion,
    orphans,
    masks: job.masks.values,
    log: job.log.shown(),
    rawLog: job.log.written(),
    faults: [...job.faults, ...undeclaredOutputs(job.action, main)],
  };
}

function undeclaredInputs({ inputs }: ActionFile, given: Record<string, string>): string[] {
  const unexpected = Object.keys(given).filter((name) => !(name in inputs));
  return unexpected.map(
    (name) => `Unexpected input '${name}', valid inputs are ${Object.keys(inputs).join(', ')}`,
  );
}

function undeclaredOutputs({ outputs }: ActionFile, main: PhaseResult): string[] {
  const undeclared = Object.keys(main.outputs).filter((name) => !outputs.includes(name));
  return undeclared.map((name) => `action.yml does not declare the output '${name}'`);
}
