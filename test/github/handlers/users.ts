import type { RestEndpointMethodTypes as Rest } from '@octokit/rest';
import { type Operations, ok, onGitHub } from '../rest/operation.ts';
import { accountShape } from '../shapes/account.ts';
import { findAccount } from '../world/accounts.ts';
import { notAccessible, Refusal } from '../world/refusal.ts';
import type { Account, Caller, World } from '../world/state.ts';

export const userOperations: Operations = {
  'users/get-by-username': onGitHub<Rest['users']['getByUsername']['parameters']>(({ world, parameters }) =>
    ok(publicShape(world, findAccount(world, parameters.username))),
  ),
  'users/get-authenticated': onGitHub<Rest['users']['getAuthenticated']['parameters']>(({ world, caller }) =>
    ok(publicShape(world, signedInUser(caller))),
  ),
};

function signedInUser(caller: Caller): Account {
  switch (caller.kind) {
    case 'anonymous':
      throw new Refusal(401, 'Requires authentication');
    case 'installation':
      throw notAccessible();
    case 'user':
      return caller.account;
  }
}

function publicShape(world: World, account: Account) {
  return { ...accountShape(world, account), user_view_type: 'public', name: account.login };
}
