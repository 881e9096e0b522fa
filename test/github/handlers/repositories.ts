import type { RestEndpointMethodTypes as Rest } from '@octokit/rest';
import { readCommit } from '../git/commits.ts';
import { readRef } from '../git/refs.ts';
import { type Operations, ok, onRepository, type Reply, type RepositoryCall } from '../rest/operation.ts';
import { accountShape } from '../shapes/account.ts';
import { commitShape } from '../shapes/commit.ts';
import { repositoryPage, repositoryShape, repositoryUrl } from '../shapes/repository.ts';
import { roleOf } from '../world/accounts.ts';
import { reads } from '../world/permissions.ts';
import { notFound } from '../world/refusal.ts';
import type { Role } from '../world/state.ts';

type GetPermission = Rest['repos']['getCollaboratorPermissionLevel']['parameters'];
type GetBranch = Rest['repos']['getBranch']['parameters'];

export const repositoryOperations: Operations = {
  'repos/get': onRepository<Rest['repos']['get']['parameters']>(reads('metadata'), getRepository),
  'repos/get-collaborator-permission-level': onRepository<GetPermission>(
    { ...reads('metadata'), signedIn: true },
    getPermission,
  ),
  'repos/get-branch': onRepository<GetBranch>(reads('contents'), getBranch),
};

function getRepository({ world, repository }: RepositoryCall<unknown>): Reply {
  const parent = repository.source === undefined ? {} : { parent: repositoryShape(world, repository.source) };
  return ok({ ...repositoryShape(world, repository), ...parent });
}

/** What the API reports for a role: it knows only four. */
const REPORTED: Record<Role, string> = {
  admin: 'admin',
  maintain: 'write',
  write: 'write',
  triage: 'read',
  read: 'read',
  none: 'none',
};

function getPermission({ world, repository, parameters }: RepositoryCall<GetPermission>): Reply {
  const account = world.accounts.get(parameters.username.toLowerCase());
  if (account?.type !== 'User') throw notFound(`${parameters.username} is not a user`);
  const role = roleOf(repository, account);
  const user = { ...accountShape(world, account), role_name: role };
  return ok({ permission: REPORTED[role], role_name: role, user });
}

async function getBranch({ world, repository, parameters }: RepositoryCall<GetBranch>): Promise<Reply> {
  const { git } = repository;
  const sha = await readRef(git, `refs/heads/${parameters.branch}`);
  const commit = sha && (await readCommit(git, sha));
  if (!commit) throw notFound('Branch not found');
  const self = `${repositoryUrl(world, repository)}/branches/${parameters.branch}`;
  return ok({
    name: parameters.branch,
    commit: commitShape(world, repository, commit),
    protected: repository.protectedBranches.has(parameters.branch),
    protection_url: `${self}/protection`,
    _links: { self, html: `${repositoryPage(world, repository)}/tree/${parameters.branch}` },
  });
}
