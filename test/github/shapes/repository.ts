import type { Repository, World } from '../world/state.ts';
import { accountShape } from './account.ts';

export function repositoryUrl(world: World, repository: Repository): string {
  return `${world.apiUrl}/repos/${repository.fullName}`;
}

export function repositoryPage(world: World, repository: Repository): string {
  return `${world.serverUrl}/${repository.fullName}`;
}

export function repositoryShape(world: World, repository: Repository) {
  const page = repositoryPage(world, repository);
  return {
    id: repository.id,
    node_id: `R_${repository.id}`,
    name: repository.name,
    full_name: repository.fullName,
    owner: accountShape(world, repository.owner),
    private: repository.private,
    visibility: repository.private ? 'private' : 'public',
    fork: repository.source !== undefined,
    default_branch: repository.defaultBranch,
    url: repositoryUrl(world, repository),
    html_url: page,
    clone_url: `${page}.git`,
    git_url: `git://${new URL(page).host}/${repository.fullName}.git`,
    created_at: repository.createdAt,
    updated_at: repository.createdAt,
    pushed_at: repository.createdAt,
    has_issues: true,
    open_issues_count: [...repository.issues.values()].filter(({ state }) => state === 'open').length,
  };
}
