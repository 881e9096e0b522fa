import { Octokit } from '@octokit/rest';
import type { LoopbackGitHub } from './server.ts';
import type { Permissions } from './world/state.ts';

export const demo = { owner: 'octo', repo: 'demo' };

const SILENT = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

/** A client of `octo/demo` that acts as a workflow with these permissions, or as the person of this login. */
export function octokit(github: LoopbackGitHub, as: Permissions | string): Octokit {
  const auth =
    typeof as === 'string'
      ? github.tokens.user(as)
      : github.tokens.workflow({ repository: 'octo/demo', permissions: as });
  return new Octokit({ baseUrl: github.apiUrl, auth, log: SILENT });
}
