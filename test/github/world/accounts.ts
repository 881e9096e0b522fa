import { notFound } from './refusal.ts';
import type { Account, App, Repository, Role, World } from './state.ts';

/** The App behind every GITHUB_TOKEN, and its bot. */
export const ACTIONS_APP: App = { id: 15368, slug: 'github-actions', name: 'GitHub Actions' };
export const ACTIONS_BOT: Account = { id: 41898282, login: 'github-actions[bot]', type: 'Bot' };

export interface NewAccount {
  id?: number;
  type?: Account['type'];
}

/** Adds an account, a bot where the login says so; one that exists under this login is returned as it is. */
export function addAccount(world: World, login: string, given: NewAccount = {}): Account {
  const key = login.toLowerCase();
  const type = given.type ?? (login.endsWith('[bot]') ? 'Bot' : 'User');
  const account = world.accounts.get(key) ?? { id: given.id ?? world.nextId(), login, type };
  world.accounts.set(key, account);
  return account;
}

export function findAccount(world: World, login: string): Account {
  const account = world.accounts.get(login.toLowerCase());
  if (account === undefined) throw notFound();
  return account;
}

/** The role that counts: everybody can read a public repository. */
export function roleOf(repository: Repository, account: Account): Role {
  if (account === repository.owner) return 'admin';
  const granted = repository.roles.get(account) ?? 'none';
  return granted === 'none' && !repository.private && account.type === 'User' ? 'read' : granted;
}

const RANK: Record<Role, number> = { none: 0, read: 1, triage: 2, write: 3, maintain: 4, admin: 5 };

export function reaches(role: Role, needed: Role): boolean {
  return RANK[role] >= RANK[needed];
}
