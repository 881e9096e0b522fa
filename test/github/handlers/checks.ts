import type { RestEndpointMethodTypes as Rest } from '@octokit/rest';
import {
  created,
  type Operations,
  ok,
  onRepository,
  type Reply,
  type RepositoryCall,
} from '../rest/operation.ts';
import { paged } from '../rest/page.ts';
import { checkShape } from '../shapes/check.ts';
import { reads, writes } from '../world/permissions.ts';
import { notFound, Refusal, unprocessable } from '../world/refusal.ts';
import { type App, type Caller, type CheckRun, type Repository, timestamp } from '../world/state.ts';

type Create = Rest['checks']['create']['parameters'];
type Update = Rest['checks']['update']['parameters'];
type Get = Rest['checks']['get']['parameters'];
type ListForRef = Rest['checks']['listForRef']['parameters'];

export const checkOperations: Operations = {
  'checks/create': onRepository<Create>(writes('checks'), create),
  'checks/update': onRepository<Update>(writes('checks'), update),
  'checks/get': onRepository<Get>(reads('checks'), get),
  'checks/list-for-ref': onRepository<ListForRef>(reads('checks'), listForRef),
};

async function create(call: RepositoryCall<Create>): Promise<Reply> {
  const { world, repository, caller, parameters } = call;
  const app = appOf(caller);
  const headSha = await repository.git.resolve(`${parameters.head_sha}^{commit}`);
  if (headSha === undefined) throw unprocessable(`No commit found for SHA: ${parameters.head_sha}`);
  const check: CheckRun = {
    id: world.nextId(),
    app,
    headSha,
    name: parameters.name,
    status: 'queued',
    conclusion: null,
    externalId: '',
    detailsUrl: null,
    startedAt: timestamp(world),
    completedAt: null,
    output: { title: null, summary: null, text: null },
    annotations: [],
    actions: [],
  };
  apply(call, check);
  repository.checks.set(check.id, check);
  return created(checkShape(world, repository, check));
}

function update(call: RepositoryCall<Update>): Reply {
  const check = findCheck(call.repository, call.parameters.check_run_id);
  if (appOf(call.caller).id !== check.app.id) {
    throw new Refusal(
      403,
      `Invalid app_id \`${appOf(call.caller).id}\` - check run can only be modified by the GitHub App that created it.`,
    );
  }
  apply(call, check);
  return ok(checkShape(call.world, call.repository, check));
}

/** What create and update have in common. Annotations pile up; actions live for one update. */
function apply({ world, parameters }: RepositoryCall<Create | Update>, check: CheckRun): void {
  check.name = parameters.name ?? check.name;
  check.externalId = parameters.external_id ?? check.externalId;
  check.detailsUrl = parameters.details_url ?? check.detailsUrl;
  check.startedAt = parameters.started_at ?? check.startedAt;
  check.actions = parameters.actions ?? [];
  applyOutput(check, parameters.output);
  if (parameters.status === 'completed' && parameters.conclusion === undefined) {
    throw unprocessable('Invalid request.\n\n"conclusion" wasn\'t supplied.');
  }
  check.conclusion = parameters.conclusion ?? (parameters.status === undefined ? check.conclusion : null);
  check.status = check.conclusion === null ? (parameters.status ?? check.status) : 'completed';
  check.completedAt = check.conclusion === null ? null : (parameters.completed_at ?? timestamp(world));
}

function applyOutput(check: CheckRun, output: Create['output'] | Update['output']): void {
  if (output === undefined) return;
  check.output = {
    title: output.title ?? check.output.title,
    summary: output.summary ?? null,
    text: output.text ?? null,
  };
  check.annotations.push(...(output.annotations ?? []));
}

function get({ world, repository, parameters }: RepositoryCall<Get>): Reply {
  return ok(checkShape(world, repository, findCheck(repository, parameters.check_run_id)));
}

async function listForRef(call: RepositoryCall<ListForRef>): Promise<Reply> {
  const { world, repository, parameters } = call;
  const sha = await repository.git.resolve(`${parameters.ref}^{commit}`);
  if (sha === undefined) throw unprocessable(`No commit found for SHA: ${parameters.ref}`);
  const found = [...repository.checks.values()].filter(
    (check) =>
      check.headSha === sha &&
      (parameters.check_name === undefined || check.name === parameters.check_name) &&
      (parameters.status === undefined || check.status === parameters.status) &&
      (parameters.app_id === undefined || check.app.id === parameters.app_id),
  );
  return paged(call, found, (page) => ({
    total_count: found.length,
    check_runs: page.map((check) => checkShape(world, repository, check)),
  }));
}

/** Check runs belong to Apps: a person's token cannot write them. */
function appOf(caller: Caller): App {
  if (caller.kind !== 'installation') throw new Refusal(403, 'You must authenticate via a GitHub App.');
  return caller.app;
}

function findCheck(repository: Repository, id: number): CheckRun {
  const check = repository.checks.get(id);
  if (check === undefined) throw notFound();
  return check;
}
