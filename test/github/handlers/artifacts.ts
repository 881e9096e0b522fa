import type { RestEndpointMethodTypes as Rest } from '@octokit/rest';
import { findArtifact, finishedArtifacts } from '../artifacts/artifact.ts';
import { type Operations, ok, onRepository, type Reply, type RepositoryCall } from '../rest/operation.ts';
import { paged } from '../rest/page.ts';
import { artifactShape } from '../shapes/run.ts';
import { reads } from '../world/permissions.ts';
import { Refusal, unprocessable } from '../world/refusal.ts';
import { findRun } from '../world/runs.ts';
import type { Artifact } from '../world/state.ts';

type Get = Rest['actions']['getArtifact']['parameters'];
type Download = Rest['actions']['downloadArtifact']['parameters'];
type ListOfRepository = Rest['actions']['listArtifactsForRepo']['parameters'];
type ListOfRun = Rest['actions']['listWorkflowRunArtifacts']['parameters'];

export const artifactOperations: Operations = {
  'actions/get-artifact': onRepository<Get>(reads('actions'), get),
  'actions/download-artifact': onRepository<Download>({ ...reads('actions'), signedIn: true }, download),
  'actions/list-artifacts-for-repo': onRepository<ListOfRepository>(reads('actions'), listOfRepository),
  'actions/list-workflow-run-artifacts': onRepository<ListOfRun>(reads('actions'), listOfRun),
};

function get({ world, repository, parameters }: RepositoryCall<Get>): Reply {
  return ok(artifactShape(world, repository, findArtifact(repository, parameters.artifact_id)));
}

function download({ world, repository, parameters }: RepositoryCall<Download>): Reply {
  if (parameters.archive_format !== 'zip') throw unprocessable('archive_format must be zip');
  const artifact = findArtifact(repository, parameters.artifact_id);
  if (artifactShape(world, repository, artifact).expired) throw new Refusal(410, 'Artifact has expired');
  return { status: 302, headers: { location: world.storage.signedLink(artifact, 'GET') } };
}

function listOfRepository(call: RepositoryCall<ListOfRepository>): Reply {
  return list(call, finishedArtifacts(call.repository));
}

function listOfRun(call: RepositoryCall<ListOfRun>): Reply {
  const run = findRun(call.repository, call.parameters.run_id);
  return list(
    call,
    finishedArtifacts(call.repository).filter((artifact) => artifact.run === run),
  );
}

function list(call: RepositoryCall<ListOfRepository>, artifacts: Artifact[]): Reply {
  const { world, repository, parameters } = call;
  const named = artifacts
    .filter(({ name }) => parameters.name === undefined || name === parameters.name)
    .reverse();
  return paged(call, named, (page) => ({
    total_count: named.length,
    artifacts: page.map((artifact) => artifactShape(world, repository, artifact)),
  }));
}
