import type { RestEndpointMethodTypes as Rest } from '@octokit/rest';
import {
  NO_CONTENT,
  type Operations,
  ok,
  onRepository,
  type Reply,
  type RepositoryCall,
} from '../rest/operation.ts';
import { paged } from '../rest/page.ts';
import { runPage, runShape, runUrl } from '../shapes/run.ts';
import { authorOf } from '../world/author.ts';
import { dispatchWorkflow } from '../world/dispatch.ts';
import { reads, writes } from '../world/permissions.ts';
import { cancelRun, findRun, findWorkflow } from '../world/runs.ts';
import type { WorkflowRun } from '../world/state.ts';

type Get = Rest['actions']['getWorkflowRun']['parameters'];
type ListOfWorkflow = Rest['actions']['listWorkflowRuns']['parameters'];
type ListOfRepository = Rest['actions']['listWorkflowRunsForRepo']['parameters'];
type Cancel = Rest['actions']['cancelWorkflowRun']['parameters'];
type Dispatch = Rest['actions']['createWorkflowDispatch']['parameters'] & { return_run_details?: boolean };

export const runOperations: Operations = {
  'actions/get-workflow-run': onRepository<Get>(reads('actions'), get),
  'actions/list-workflow-runs': onRepository<ListOfWorkflow>(reads('actions'), listOfWorkflow),
  'actions/list-workflow-runs-for-repo': onRepository<ListOfRepository>(reads('actions'), listOfRepository),
  'actions/cancel-workflow-run': onRepository<Cancel>(writes('actions'), cancel),
  'actions/create-workflow-dispatch': onRepository<Dispatch>(writes('actions'), dispatch),
};

function get({ world, repository, parameters }: RepositoryCall<Get>): Reply {
  return ok(runShape(world, repository, findRun(repository, parameters.run_id)));
}

async function listOfWorkflow(call: RepositoryCall<ListOfWorkflow>): Promise<Reply> {
  const workflow = await findWorkflow(call.world, call.repository, call.parameters.workflow_id);
  return list(call, (run) => run.workflow === workflow);
}

function listOfRepository(call: RepositoryCall<ListOfRepository>): Reply {
  return list(call, () => true);
}

function list(call: RepositoryCall<ListOfRepository>, wanted: (run: WorkflowRun) => boolean): Reply {
  const { world, repository, parameters } = call;
  const runs = [...repository.runs.values()]
    .filter((run) => wanted(run) && matches(run, parameters))
    .reverse();
  return paged(call, runs, (page) => ({
    total_count: runs.length,
    workflow_runs: page.map((run) => runShape(world, repository, run)),
  }));
}

/** GitHub's `status` filter takes conclusions too. */
function matches(run: WorkflowRun, { status, event, actor, branch, head_sha }: ListOfRepository): boolean {
  return (
    (status === undefined || status === run.status || status === run.conclusion) &&
    (event === undefined || event === run.event) &&
    (actor === undefined || actor === run.actor.login) &&
    (branch === undefined || branch === run.headBranch) &&
    (head_sha === undefined || head_sha === run.headSha)
  );
}

function cancel({ world, repository, parameters }: RepositoryCall<Cancel>): Reply {
  cancelRun(world, findRun(repository, parameters.run_id));
  return { status: 202, body: {} };
}

async function dispatch(call: RepositoryCall<Dispatch>): Promise<Reply> {
  const { world, repository, caller, parameters } = call;
  const run = await dispatchWorkflow(world, repository, {
    workflow: parameters.workflow_id,
    ref: parameters.ref,
    inputs: parameters.inputs ?? {},
    actor: authorOf(caller).account.login,
  });
  if (parameters.return_run_details !== true) return NO_CONTENT;
  return ok({
    workflow_run_id: run.id,
    run_url: runUrl(world, repository, run.id),
    html_url: runPage(world, repository, run.id),
  });
}
