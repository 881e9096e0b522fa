import { basename } from 'node:path';
import type { Artifact, Repository, WorkflowRun, World } from '../world/state.ts';
import { accountShape } from './account.ts';
import { repositoryPage, repositoryShape, repositoryUrl } from './repository.ts';

export function runShape(world: World, repository: Repository, run: WorkflowRun) {
  const url = runUrl(world, repository, run.id);
  return {
    id: run.id,
    node_id: `WFR_${run.id}`,
    name: basename(run.workflow.path, '.yml'),
    display_title: basename(run.workflow.path, '.yml'),
    path: run.workflow.path,
    workflow_id: run.workflow.id,
    workflow_url: `${repositoryUrl(world, repository)}/actions/workflows/${run.workflow.id}`,
    event: run.event,
    status: run.status,
    conclusion: run.conclusion,
    head_branch: run.headBranch,
    head_sha: run.headSha,
    run_number: run.number,
    run_attempt: run.attempt,
    actor: accountShape(world, run.actor),
    triggering_actor: accountShape(world, run.triggeringActor),
    pull_requests: [],
    created_at: run.createdAt,
    updated_at: run.updatedAt,
    run_started_at: run.createdAt,
    url,
    html_url: runPage(world, repository, run.id),
    cancel_url: `${url}/cancel`,
    artifacts_url: `${url}/artifacts`,
    head_commit: null,
    repository: repositoryShape(world, repository),
    head_repository: repositoryShape(world, repository),
  };
}

export function artifactShape(world: World, repository: Repository, artifact: Artifact) {
  const url = `${repositoryUrl(world, repository)}/actions/artifacts/${artifact.id}`;
  const { run } = artifact;
  return {
    id: artifact.id,
    node_id: `A_${artifact.id}`,
    name: artifact.name,
    size_in_bytes: artifact.content?.length ?? 0,
    digest: artifact.digest,
    url,
    archive_download_url: `${url}/zip`,
    expired: Date.parse(artifact.expiresAt) <= world.now().getTime(),
    created_at: artifact.createdAt,
    updated_at: artifact.createdAt,
    expires_at: artifact.expiresAt,
    workflow_run: {
      id: run.id,
      repository_id: repository.id,
      head_repository_id: repository.id,
      head_branch: run.headBranch,
      head_sha: run.headSha,
    },
  };
}

export function runUrl(world: World, repository: Repository, id: number): string {
  return `${repositoryUrl(world, repository)}/actions/runs/${id}`;
}

export function runPage(world: World, repository: Repository, id: number): string {
  return `${repositoryPage(world, repository)}/actions/runs/${id}`;
}
