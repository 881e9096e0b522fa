import { jsonBody } from '../rest/parameters.ts';
import { isRecord } from '../schema/complete.ts';
import { jsonAnswer, type WireAnswer, type WireRequest } from '../wire.ts';
import type { Artifact, WorkflowRun, World } from '../world/state.ts';
import { runOfRuntimeToken } from '../world/tokens.ts';
import { artifactOf, beginArtifact, digestOf, finishArtifact, finishedArtifacts } from './artifact.ts';
import type { BlobStorage } from './blob-storage.ts';

export const ARTIFACT_SERVICE_PATH = '/twirp/github.actions.results.api.v1.ArtifactService/';

/** Answers the runner's artifact service: four methods of version 4, as JSON over Twirp. */
export function answerArtifactService(world: World, storage: BlobStorage, request: WireRequest): WireAnswer {
  const run = runOf(world, request);
  const body = jsonBody(request);
  if (run === undefined) return twirpError(401, 'unauthenticated', 'the runtime token is not valid');
  if (!isRecord(body)) return twirpError(400, 'malformed', 'the body is not a JSON object');
  if (body.workflow_run_backend_id !== String(run.id)) {
    return twirpError(403, 'permission_denied', 'the token does not speak for this run');
  }
  const method = request.url.pathname.slice(ARTIFACT_SERVICE_PATH.length);
  switch (method) {
    case 'CreateArtifact':
      return createArtifact(world, storage, run, body);
    case 'FinalizeArtifact':
      return finalizeArtifact(storage, run, body);
    case 'ListArtifacts':
      return listArtifacts(run, body);
    case 'GetSignedArtifactURL':
      return signedUrl(storage, run, body);
    default:
      world.faults.push(`the artifact service has no method ${method}`);
      return twirpError(501, 'unimplemented', method);
  }
}

function createArtifact(
  world: World,
  storage: BlobStorage,
  run: WorkflowRun,
  body: Record<string, unknown>,
): WireAnswer {
  const name = String(body.name);
  if (/["<>|*?:\r\n\\/]/.test(name)) {
    return twirpError(400, 'invalid_argument', `invalid artifact name ${name}`);
  }
  const expiresAt = body.expires_at === undefined ? undefined : String(body.expires_at);
  const mimeType = body.mime_type === undefined ? 'application/zip' : String(body.mime_type);
  const artifact = beginArtifact(world, { run, name, mimeType, expiresAt });
  if (artifact === undefined) {
    return twirpError(409, 'already_exists', 'an artifact with this name already exists on the workflow run');
  }
  return jsonAnswer(200, { ok: true, signed_upload_url: storage.signedLink(artifact, 'PUT') });
}

function finalizeArtifact(storage: BlobStorage, run: WorkflowRun, body: Record<string, unknown>): WireAnswer {
  const artifact = artifactOf(run, String(body.name));
  const content = artifact && storage.uploaded(artifact);
  if (artifact === undefined || content === undefined) {
    return twirpError(404, 'not_found', 'nothing was uploaded');
  }
  const size = Number(body.size ?? 0);
  if (size !== content.length) {
    return twirpError(400, 'invalid_argument', `size ${size}, uploaded ${content.length}`);
  }
  if (body.hash !== undefined && body.hash !== digestOf(content)) {
    return twirpError(400, 'invalid_argument', 'the hash is not that of what was uploaded');
  }
  finishArtifact(artifact, content);
  return jsonAnswer(200, { ok: true, artifact_id: String(artifact.id) });
}

function listArtifacts(run: WorkflowRun, body: Record<string, unknown>): WireAnswer {
  const { name_filter: name, id_filter: id } = body;
  const found = finishedArtifacts(run.repository).filter(
    (artifact) =>
      artifact.run === run &&
      (name === undefined || artifact.name === name) &&
      (id === undefined || String(artifact.id) === String(id)),
  );
  return jsonAnswer(200, { artifacts: found.map((artifact) => listed(artifact, body)) });
}

function listed(artifact: Artifact, { workflow_job_run_backend_id }: Record<string, unknown>) {
  return {
    workflow_run_backend_id: String(artifact.run.id),
    workflow_job_run_backend_id,
    database_id: String(artifact.id),
    name: artifact.name,
    size: String(artifact.content?.length ?? 0),
    created_at: artifact.createdAt,
    digest: artifact.digest,
  };
}

function signedUrl(storage: BlobStorage, run: WorkflowRun, body: Record<string, unknown>): WireAnswer {
  const artifact = artifactOf(run, String(body.name));
  if (artifact?.content === undefined) return twirpError(404, 'not_found', 'no such artifact');
  return jsonAnswer(200, { signed_url: storage.signedLink(artifact, 'GET') });
}

function runOf(world: World, request: WireRequest): WorkflowRun | undefined {
  const id = runOfRuntimeToken(request.headers.authorization);
  if (id === undefined) return undefined;
  return [...world.repositories.values()]
    .map((repository) => repository.runs.get(id))
    .find((run) => run !== undefined);
}

function twirpError(status: number, code: string, msg: string): WireAnswer {
  return jsonAnswer(status, { code, msg });
}
