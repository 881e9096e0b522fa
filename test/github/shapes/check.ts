import type { CheckRun, Repository, World } from '../world/state.ts';
import { appShape } from './account.ts';
import { repositoryPage, repositoryUrl } from './repository.ts';

export function checkShape(world: World, repository: Repository, check: CheckRun) {
  const url = `${repositoryUrl(world, repository)}/check-runs/${check.id}`;
  return {
    id: check.id,
    node_id: `CR_${check.id}`,
    name: check.name,
    head_sha: check.headSha,
    external_id: check.externalId,
    status: check.status,
    conclusion: check.conclusion,
    started_at: check.startedAt,
    completed_at: check.completedAt,
    url,
    html_url: `${repositoryPage(world, repository)}/runs/${check.id}`,
    details_url: check.detailsUrl,
    output: {
      ...check.output,
      annotations_count: check.annotations.length,
      annotations_url: `${url}/annotations`,
    },
    check_suite: null,
    app: appShape(world, check.app),
    pull_requests: [],
  };
}
