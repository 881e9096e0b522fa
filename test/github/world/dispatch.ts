import { parse } from 'yaml';
import { isRecord } from '../schema/complete.ts';
import { notFound, unprocessable } from './refusal.ts';
import { addRun, findWorkflow } from './runs.ts';
import type { Repository, WorkflowRun, World } from './state.ts';

export interface Dispatch {
  workflow: number | string;
  /** A branch, with or without `refs/heads/`. */
  ref: string;
  inputs: Record<string, unknown>;
  actor: string;
}

/** Queues a `workflow_dispatch` run, after the checks that GitHub makes on the workflow's own file. */
export async function dispatchWorkflow(
  world: World,
  repository: Repository,
  given: Dispatch,
): Promise<WorkflowRun> {
  const { path } = await findWorkflow(world, repository, given.workflow);
  const branch = given.ref.replace(/^refs\/heads\//, '');
  const sha = await repository.git.resolve(`refs/heads/${branch}`);
  if (sha === undefined) throw unprocessable(`No ref found for: ${given.ref}`);
  const inputs = checkedInputs(await declaredInputs(repository, sha, path), given.inputs);
  const workflow = path.slice(path.lastIndexOf('/') + 1);
  const run = await addRun(world, repository, {
    workflow,
    event: 'workflow_dispatch',
    actor: given.actor,
    branch,
    sha,
    inputs,
  });
  for (const listener of world.dispatchListeners) listener(run);
  return run;
}

async function declaredInputs(
  repository: Repository,
  sha: string,
  path: string,
): Promise<Record<string, unknown>> {
  const file = await repository.git.object(`${sha}:${path}`);
  if (file === undefined) throw notFound();
  const workflow: unknown = parse(file.content.toString('utf8'));
  const on: unknown = isRecord(workflow) ? workflow.on : undefined;
  const events = typeof on === 'string' ? [on] : Array.isArray(on) ? on : Object.keys(isRecord(on) ? on : {});
  if (!events.includes('workflow_dispatch')) {
    throw unprocessable("Workflow does not have 'workflow_dispatch' trigger");
  }
  const trigger = isRecord(on) ? on.workflow_dispatch : undefined;
  return isRecord(trigger) && isRecord(trigger.inputs) ? trigger.inputs : {};
}

function checkedInputs(
  declared: Record<string, unknown>,
  given: Record<string, unknown>,
): Record<string, unknown> {
  const unexpected = Object.keys(given).filter((name) => !(name in declared));
  if (unexpected.length > 0) throw unprocessable(`Unexpected inputs provided: ${JSON.stringify(unexpected)}`);
  const inputs: Record<string, unknown> = {};
  for (const [name, input] of Object.entries(declared)) {
    const { required, default: preset } = isRecord(input) ? input : {};
    if (required === true && given[name] === undefined && preset === undefined) {
      throw unprocessable(`Required input '${name}' not provided`);
    }
    inputs[name] = given[name] ?? preset ?? '';
  }
  return inputs;
}
