import { readRef } from '../git/refs.ts';
import { addAccount } from './accounts.ts';
import { notFound, Refusal } from './refusal.ts';
import {
  type Repository,
  type RunConclusion,
  timestamp,
  type Workflow,
  type WorkflowRun,
  type World,
} from './state.ts';

export interface NewRun {
  /** File name under `.github/workflows`. */
  workflow: string;
  event: string;
  /** Login. */
  actor: string;
  /** The default branch unless said otherwise. */
  branch?: string | undefined;
  /** The branch's commit unless said otherwise. */
  sha?: string | undefined;
  inputs?: Record<string, unknown> | undefined;
}

/** Adds a queued run. */
export async function addRun(world: World, repository: Repository, given: NewRun): Promise<WorkflowRun> {
  const headBranch = given.branch ?? repository.defaultBranch;
  const headSha = given.sha ?? (await readRef(repository.git, `refs/heads/${headBranch}`));
  if (headSha === undefined) throw new Error(`${repository.fullName} has no branch ${headBranch}`);
  const actor = addAccount(world, given.actor);
  const run: WorkflowRun = {
    id: world.nextId(),
    number: repository.runs.size + 1,
    repository,
    workflow: workflowOf(world, repository, given.workflow),
    event: given.event,
    headBranch,
    headSha,
    actor,
    triggeringActor: actor,
    createdAt: timestamp(world),
    updatedAt: timestamp(world),
    inputs: given.inputs ?? {},
    attempt: 1,
    status: 'queued',
    conclusion: null,
    onCancel: undefined,
  };
  repository.runs.set(run.id, run);
  return run;
}

export function startRun(world: World, run: WorkflowRun): void {
  Object.assign(run, { status: 'in_progress', conclusion: null, updatedAt: timestamp(world) });
}

export function completeRun(world: World, run: WorkflowRun, conclusion: RunConclusion): void {
  Object.assign(run, { status: 'completed', conclusion, updatedAt: timestamp(world), onCancel: undefined });
}

/** What the cancel API does: a run that nobody runs ends at once, a running one is told. */
export function cancelRun(world: World, run: WorkflowRun): void {
  if (run.status === 'completed') throw new Refusal(409, 'Cannot cancel a workflow run that is completed.');
  if (run.onCancel === undefined) completeRun(world, run, 'cancelled');
  else run.onCancel();
}

export function findRun(repository: Repository, id: number): WorkflowRun {
  const run = repository.runs.get(id);
  if (run === undefined) throw notFound();
  return run;
}

/** A workflow by id or file name: one that has runs, or whose file is on the default branch. */
export async function findWorkflow(
  world: World,
  repository: Repository,
  idOrFile: number | string,
): Promise<Workflow> {
  const known = [...repository.workflows.values()].find(
    ({ id, path }) => id === idOrFile || path === pathOf(idOrFile),
  );
  if (known !== undefined) return known;
  const file = await repository.git.resolve(`refs/heads/${repository.defaultBranch}:${pathOf(idOrFile)}`);
  if (file === undefined) throw notFound();
  return workflowOf(world, repository, String(idOrFile));
}

function pathOf(file: number | string): string {
  return `.github/workflows/${file}`;
}

function workflowOf(world: World, repository: Repository, file: string): Workflow {
  const path = pathOf(file);
  const workflow = repository.workflows.get(path) ?? { id: world.nextId(), path };
  repository.workflows.set(path, workflow);
  return workflow;
}
