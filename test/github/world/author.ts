import { holds } from './permissions.ts';
import { Refusal } from './refusal.ts';
import type { Account, Caller, Repository, Role } from './state.ts';
import type { Author } from './threads.ts';

/** Who a write of `caller` is by. */
export function authorOf(caller: Caller): Author {
  switch (caller.kind) {
    case 'anonymous':
      throw new Refusal(401, 'Requires authentication');
    case 'user':
      return { account: caller.account };
    case 'installation':
      return { account: caller.account, app: caller.app };
  }
}

/** Refuses a person who neither wrote the thing nor holds `role`. An installation's permissions speak for it. */
export function refuseOthers(caller: Caller, repository: Repository, author: Account, role: Role): void {
  if (caller.kind === 'installation' || authorOf(caller).account === author) return;
  if (!holds(caller, repository, role)) throw new Refusal(403, 'Must have admin rights to Repository.');
}
