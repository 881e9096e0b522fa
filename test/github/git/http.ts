import { gunzipSync } from 'node:zlib';
import type { WireAnswer, WireRequest } from '../wire.ts';
import { reads, refusalOf, writes } from '../world/permissions.ts';
import { followHeads } from '../world/pulls.ts';
import { Refusal } from '../world/refusal.ts';
import type { Caller, Repository, World } from '../world/state.ts';
import { authenticate } from '../world/tokens.ts';
import type { BareGit } from './bare.ts';
import { httpBackend } from './http-backend.ts';
import { type PushRefusal, type PushRequest, parsePush, refusedPush } from './pkt-line.ts';
import { isProtected, workflowChange, workflowRefusal } from './push-rules.ts';

/** With and without `.git`: actions/checkout leaves it off. */
const GIT_PATH = /^\/([^/]+)\/([^/]+?)(?:\.git)?\/(info\/refs|git-upload-pack|git-receive-pack)$/;

export interface GitRoute {
  service: 'git-upload-pack' | 'git-receive-pack';
  fullName: string;
  /** What `git http-backend` is to do: `info/refs`, or the service itself. */
  action: string;
}

export function gitRoute({ url }: WireRequest): GitRoute | undefined {
  const [, owner, name, action] = GIT_PATH.exec(url.pathname) ?? [];
  if (action === undefined) return undefined;
  const asked = action === 'info/refs' ? url.searchParams.get('service') : action;
  const service = asked === 'git-receive-pack' ? asked : 'git-upload-pack';
  return { service, action, fullName: `${owner}/${name}` };
}

/** Answers clone, fetch and push with git's own server, under GitHub's rules. */
export async function answerGit(world: World, request: WireRequest, route: GitRoute): Promise<WireAnswer> {
  try {
    const caller = authenticate(world, request.headers.authorization);
    const repository = admitted(world, caller, route);
    const body = request.headers['content-encoding'] === 'gzip' ? gunzipSync(request.body) : request.body;
    const plain = { ...request, body };
    if (route.action !== 'git-receive-pack') return await httpBackend(world, repository, plain, route.action);
    return await receivePack(world, repository, caller, plain);
  } catch (error) {
    if (error instanceof Refusal) return plainAnswer(error);
    throw error;
  }
}

function admitted(world: World, caller: Caller, { fullName, service }: GitRoute): Repository {
  const repository = world.repositories.get(fullName.toLowerCase());
  if (repository === undefined || refusalOf(caller, repository, reads('contents'), false) !== undefined) {
    throw caller.kind === 'anonymous' ? signIn() : new Refusal(404, 'Repository not found.');
  }
  if (service === 'git-upload-pack') return repository;
  if (caller.kind === 'anonymous') throw signIn();
  if (refusalOf(caller, repository, writes('contents'), false) !== undefined) {
    throw new Refusal(403, `Permission to ${repository.fullName}.git denied to ${caller.account.login}.`);
  }
  return repository;
}

function signIn(): Refusal {
  return new Refusal(401, 'Authentication required.');
}

function plainAnswer({ status, message }: Refusal): WireAnswer {
  const challenge = status === 401 ? { 'www-authenticate': 'Basic realm="GitHub"' } : {};
  return { status, headers: { 'content-type': 'text/plain', ...challenge }, body: message };
}

async function receivePack(
  world: World,
  repository: Repository,
  caller: Caller,
  request: WireRequest,
): Promise<WireAnswer> {
  const push = parsePush(request.body);
  const refusal = await pushRefusal(repository, caller, push);
  if (refusal !== undefined) {
    const body = refusedPush(push, refusal);
    return { status: 200, headers: { 'content-type': 'application/x-git-receive-pack-result' }, body };
  }
  const answer = await httpBackend(world, repository, request, 'git-receive-pack');
  await followHeads(world);
  return answer;
}

/** Why a push is refused, by ref; one refused ref refuses the others with it. */
async function pushRefusal(
  repository: Repository,
  caller: Caller,
  push: PushRequest,
): Promise<PushRefusal | undefined> {
  const reasons = new Map<string, string>();
  const remote: string[] = [];
  for (const { ref } of push.updates.filter((update) => isProtected(repository, update.ref))) {
    reasons.set(ref, 'protected branch hook declined');
    remote.push(`error: GH006: Protected branch update failed for ${ref}.`);
    remote.push('error: Changes must be made through a pull request.');
  }
  // No installation token of this GitHub holds the `workflows` permission.
  if (caller.kind === 'installation') await refuseWorkflows(repository.git, push, reasons);
  return reasons.size === 0 ? undefined : { reasons, remote };
}

async function refuseWorkflows(git: BareGit, push: PushRequest, reasons: Map<string, string>): Promise<void> {
  // Taken in without a ref, so that a refused push leaves nothing that can be seen.
  if (push.pack.length > 0) await git.text(['index-pack', '--stdin', '--fix-thin'], { input: push.pack });
  for (const { ref, new: sha } of push.updates.filter((update) => !/^0+$/.test(update.new))) {
    const touched = await workflowChange(git, sha);
    if (touched !== undefined) reasons.set(ref, workflowRefusal(touched));
  }
}
