import type { RestEndpointMethodTypes as Rest } from '@octokit/rest';
import { refuseProtected, workflowChange } from '../git/push-rules.ts';
import { createRef, deleteRef, listRefs, moveRef, type RefChange, readRef } from '../git/refs.ts';
import {
  created,
  NO_CONTENT,
  type Operations,
  ok,
  onRepository,
  type Reply,
  type RepositoryCall,
} from '../rest/operation.ts';
import { repositoryUrl } from '../shapes/repository.ts';
import { reads, writes } from '../world/permissions.ts';
import { followHeads } from '../world/pulls.ts';
import { notAccessible, notFound, Refusal, unprocessable } from '../world/refusal.ts';

type Get = Rest['git']['getRef']['parameters'];
type ListMatching = Rest['git']['listMatchingRefs']['parameters'];
type Create = Rest['git']['createRef']['parameters'];
type Update = Rest['git']['updateRef']['parameters'];
type Delete = Rest['git']['deleteRef']['parameters'];

export const refOperations: Operations = {
  'git/get-ref': onRepository<Get>(reads('contents'), getRef),
  'git/list-matching-refs': onRepository<ListMatching>(reads('contents'), listMatching),
  'git/create-ref': onRepository<Create>(writes('contents'), create),
  'git/update-ref': onRepository<Update>(writes('contents'), update),
  'git/delete-ref': onRepository<Delete>(writes('contents'), remove),
};

async function getRef(call: RepositoryCall<Get>): Promise<Reply> {
  const ref = `refs/${call.parameters.ref}`;
  const sha = await readRef(call.repository.git, ref);
  if (sha === undefined) throw notFound();
  return ok(await shape(call, ref, sha));
}

async function listMatching(call: RepositoryCall<ListMatching>): Promise<Reply> {
  const found = await listRefs(call.repository.git, `refs/${call.parameters.ref}`);
  return ok(await Promise.all(found.map(({ ref, sha }) => shape(call, ref, sha))));
}

async function create(call: RepositoryCall<Create>): Promise<Reply> {
  const { ref, sha } = call.parameters;
  if (!/^refs\/[^/]+\/./.test(ref)) {
    throw unprocessable("Reference name must start with 'refs/' and hold two slashes");
  }
  await refuseWorkflows(call, sha);
  await settle(call, await createRef(call.repository.git, ref, sha));
  return created(await shape(call, ref, sha));
}

async function update(call: RepositoryCall<Update>): Promise<Reply> {
  const { sha, force } = call.parameters;
  const ref = `refs/${call.parameters.ref}`;
  refuseProtected(call.repository, ref);
  await refuseWorkflows(call, sha);
  await settle(call, await moveRef(call.repository.git, ref, sha, force === true));
  return ok(await shape(call, ref, sha));
}

async function remove(call: RepositoryCall<Delete>): Promise<Reply> {
  const ref = `refs/${call.parameters.ref}`;
  refuseProtected(call.repository, ref);
  await settle(call, await deleteRef(call.repository.git, ref));
  return NO_CONTENT;
}

/** No installation token of this GitHub holds the `workflows` permission. */
async function refuseWorkflows({ caller, repository }: RepositoryCall<unknown>, sha: string): Promise<void> {
  if (caller.kind !== 'installation') return;
  if ((await workflowChange(repository.git, sha)) !== undefined) throw notAccessible();
}

async function settle({ world }: RepositoryCall<unknown>, change: RefChange): Promise<void> {
  switch (change) {
    case 'done':
      return followHeads(world);
    case 'exists':
      throw unprocessable('Reference already exists');
    case 'missing':
      throw unprocessable('Reference does not exist');
    case 'no-object':
      throw unprocessable('Object does not exist');
    case 'not-fast-forward':
      throw unprocessable('Update is not a fast forward');
    case 'refused':
      throw new Refusal(409, 'Reference update failed');
  }
}

async function shape({ world, repository }: RepositoryCall<unknown>, ref: string, sha: string) {
  const type = (await repository.git.object(sha))?.type;
  const url = `${repositoryUrl(world, repository)}/git`;
  return {
    ref,
    node_id: `REF_${Buffer.from(ref).toString('base64url')}`,
    url: `${url}/${ref}`,
    object: { sha, type, url: `${url}/${type}s/${sha}` },
  };
}
