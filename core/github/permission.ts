import type { GitHub } from './client.ts';
import { GitHubError } from './github-error.ts';
import type { Actor } from './trigger.ts';

/** What GitHub says that a person may do here. `unknown` says that it could not be learnt, which counts as nothing. */
export type Permission = 'admin' | 'write' | 'read' | 'none' | 'unknown';

/**
 * Asks GitHub for a login's permission; maintain counts as write and triage as read. The answer is for the account with that numeric
 * id only: a login can change hands. `author_association`, event actors and `[bot]` suffixes are never evidence.
 */
export async function permissionOf(github: GitHub, actor: Pick<Actor, 'login' | 'id'>): Promise<Permission> {
  try {
    const answer = await github.request('GET /repos/{owner}/{repo}/collaborators/{username}/permission', {
      username: actor.login,
    });
    if (answer.user?.id !== actor.id) return 'none';
    return isPermission(answer.permission) ? answer.permission : 'unknown';
  } catch (error) {
    if (!(error instanceof GitHubError)) throw error;
    return error.status === 404 ? 'none' : 'unknown';
  }
}

export type Admission = { kind: 'admitted' } | { kind: 'refused'; reason: string; permission: Permission };

/** Whether somebody may give orders: a person, with write or more, by GitHub's own word. */
export async function admit(github: GitHub, actor: Actor): Promise<Admission> {
  if (actor.type !== 'User') {
    return { kind: 'refused', permission: 'none', reason: `${actor.login} is a ${actor.type}, not a person` };
  }
  const permission = await permissionOf(github, actor);
  switch (permission) {
    case 'admin':
    case 'write':
      return { kind: 'admitted' };
    case 'unknown':
      return {
        kind: 'refused',
        permission,
        reason: `GitHub did not say what ${actor.login} may do here, and not knowing means no: try again later`,
      };
    default:
      return {
        kind: 'refused',
        permission,
        reason: `${actor.login} has no write access here: ask a maintainer to give the command`,
      };
  }
}

function isPermission(text: string): text is Permission {
  return ['admin', 'write', 'read', 'none'].includes(text);
}
