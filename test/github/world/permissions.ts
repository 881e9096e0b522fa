import { reaches, roleOf } from './accounts.ts';
import { notAccessible, notFound, Refusal } from './refusal.ts';
import type { Caller, PermissionScope, Repository, Role } from './state.ts';

/** What an operation asks of its caller: a scope of an installation token, a role of a person. */
export interface Need {
  /** `thread` is `issues`, or on a pull request `issues` or `pull_requests`. */
  scope: PermissionScope | 'metadata' | 'thread';
  level: 'read' | 'write';
  role: Role;
  /** Reading it takes a token, even on a public repository. */
  signedIn?: boolean;
}

export function reads(scope: Need['scope']): Need {
  return { scope, level: 'read', role: 'read' };
}

export function writes(scope: Need['scope'], role: Role = 'write'): Need {
  return { scope, level: 'write', role };
}

/** Throws GitHub's refusal when `caller` may not do what `need` says. */
export function checkPermission(caller: Caller, repository: Repository, need: Need, onPull: boolean): void {
  const refusal = refusalOf(caller, repository, need, onPull);
  if (refusal !== undefined) throw refusal;
}

export function refusalOf(
  caller: Caller,
  repository: Repository,
  need: Need,
  onPull: boolean,
): Refusal | undefined {
  if (!canSee(caller, repository)) return notFound();
  if (need.level === 'read' && !repository.private && need.signedIn !== true) return undefined;
  switch (caller.kind) {
    case 'anonymous':
      return new Refusal(401, 'Requires authentication');
    case 'user':
      return reaches(roleOf(repository, caller.account), need.role) ? undefined : missingRole();
    case 'installation':
      return caller.repository === repository && grants(caller.permissions, need, onPull)
        ? undefined
        : notAccessible();
  }
}

export function canSee(caller: Caller, repository: Repository): boolean {
  if (!repository.private) return true;
  switch (caller.kind) {
    case 'anonymous':
      return false;
    case 'user':
      return reaches(roleOf(repository, caller.account), 'read');
    case 'installation':
      return caller.repository === repository;
  }
}

/** May the caller do what takes `role`, whoever wrote the thing? */
export function holds(caller: Caller, repository: Repository, role: Role): boolean {
  return caller.kind === 'user' && reaches(roleOf(repository, caller.account), role);
}

function grants(permissions: Partial<Record<PermissionScope, string>>, need: Need, onPull: boolean): boolean {
  return scopesOf(need, onPull).some((scope) => {
    if (scope === 'metadata') return need.level === 'read';
    const granted = permissions[scope] ?? 'none';
    return granted === 'write' || granted === need.level;
  });
}

function scopesOf(need: Need, onPull: boolean): (PermissionScope | 'metadata')[] {
  if (need.scope !== 'thread') return [need.scope];
  return onPull ? ['issues', 'pull_requests'] : ['issues'];
}

function missingRole(): Refusal {
  return new Refusal(403, 'Must have admin rights to Repository.');
}
