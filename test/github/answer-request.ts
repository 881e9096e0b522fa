import { BLOB_PATH } from './artifacts/blob-storage.ts';
import { ARTIFACT_SERVICE_PATH, answerArtifactService } from './artifacts/twirp.ts';
import { answerGit, type GitRoute, gitRoute } from './git/http.ts';
import { answerRest } from './rest/answer-rest.ts';
import { findRoute, type Route } from './rest/routes.ts';
import type { WireAnswer, WireRequest } from './wire.ts';
import type { World } from './world/state.ts';

/** What a request is for, and the name under which the journal and interceptions know it. */
export type Target =
  | { kind: 'rest'; operation: string; route: Route | undefined }
  | { kind: 'git'; operation: string; route: GitRoute }
  | { kind: 'artifacts'; operation: string }
  | { kind: 'blob'; operation: string };

export function identify(request: WireRequest): Target {
  const { pathname } = request.url;
  if (pathname.startsWith(ARTIFACT_SERVICE_PATH)) {
    return { kind: 'artifacts', operation: `artifacts/${pathname.slice(ARTIFACT_SERVICE_PATH.length)}` };
  }
  if (pathname.startsWith(BLOB_PATH)) {
    return {
      kind: 'blob',
      operation: request.method === 'PUT' ? 'artifacts/put-block' : 'artifacts/get-blob',
    };
  }
  const git = gitRoute(request);
  if (git !== undefined) {
    const operation = git.action === 'info/refs' ? `git/advertise-${git.service}` : `git/${git.service}`;
    return { kind: 'git', operation, route: git };
  }
  const route = findRoute(request.method, pathname);
  return { kind: 'rest', operation: route?.operation ?? 'unknown', route };
}

export async function answerRequest(world: World, request: WireRequest, target: Target): Promise<WireAnswer> {
  switch (target.kind) {
    case 'rest':
      return answerRest(world, request, target.route);
    case 'git':
      return answerGit(world, request, target.route);
    case 'artifacts':
      return answerArtifactService(world, world.storage, request);
    case 'blob':
      return world.storage.answer(request);
  }
}
