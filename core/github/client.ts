/** The only place that talks to GitHub's REST API. */
import { RequestError } from '@octokit/request-error';
import { Octokit } from '@octokit/rest';
import type { Endpoints } from '@octokit/types';
import type { Clock } from '../omnimessage/index.ts';
import { missingPermission } from './missing-permission.ts';

/** GitHub answers within 10 seconds or not at all; a little more covers the way. */
const REQUEST_TIMEOUT_MS = 20_000;
/** Waits before a repeated read or an idempotent write, in milliseconds. */
const RETRY_DELAYS_MS = [500, 2_000];
/** Repeating these has the effect of doing them once. A POST is never repeated blindly: its effect may have happened. */
const IDEMPOTENT = new Set(['GET', 'PUT', 'PATCH', 'DELETE']);

export interface GitHubOptions {
  token: string;
  /** `https://api.github.com`, or a GitHub Enterprise Server's `…/api/v3`. */
  apiUrl: string;
  clock: Clock;
}

/** The repository that a run is for. */
export interface RepositoryName {
  owner: string;
  repo: string;
}

/** One repository seen through one token. */
export interface GitHub {
  readonly repository: RepositoryName;
  request<R extends keyof Endpoints>(
    route: R,
    parameters: Omit<Endpoints[R]['parameters'], 'owner' | 'repo'>,
    options?: { signal?: AbortSignal },
  ): Promise<Endpoints[R]['response']['data']>;
}

/** A request that GitHub refused or did not answer. Carries no header, so that no token can leak with it. */
export class GitHubError extends Error {
  override readonly name = 'GitHubError';
  readonly route: string;
  /** The HTTP status; 0 when there was no answer. */
  readonly status: number;
  /** GitHub's own words. */
  readonly answer: string;
  /** Whether the workflow's own permissions are in the way: a person has to add one. */
  readonly lacksPermission: boolean;

  constructor(route: string, status: number, answer: string) {
    const cure = missingPermission(route, status, answer);
    const said = status === 0 ? `no answer from GitHub (${answer})` : `GitHub answered ${status} (${answer})`;
    super(`${route}: ${said}${cure === undefined ? '' : `: ${cure}`}`);
    this.route = route;
    this.status = status;
    this.answer = answer;
    this.lacksPermission = cure !== undefined;
  }
}

export function createGitHub(repository: RepositoryName, options: GitHubOptions): GitHub {
  const octokit = new Octokit({
    auth: options.token,
    baseUrl: options.apiUrl,
    userAgent: 'penguin-agent',
    log: { debug: silent, info: silent, warn: silent, error: silent },
  });

  async function attempt(route: string, parameters: object, cancel?: AbortSignal): Promise<unknown> {
    const timeout = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
    const signal = cancel === undefined ? timeout : AbortSignal.any([timeout, cancel]);
    try {
      const response = await octokit.request(route, { ...repository, ...parameters, request: { signal } });
      return response.data;
    } catch (error) {
      throw toGitHubError(route, error);
    }
  }

  return {
    repository,
    async request(route, parameters, { signal } = {}) {
      const mayRepeat = IDEMPOTENT.has(route.slice(0, route.indexOf(' ')));
      for (const delay of mayRepeat ? RETRY_DELAYS_MS : []) {
        try {
          return await attempt(route, parameters, signal);
        } catch (error) {
          if (!isPassing(error) || signal?.aborted === true) throw error;
          await options.clock.sleep(delay, signal);
        }
      }
      return attempt(route, parameters, signal);
    },
  };
}

/** Octokit's own log lines quote URLs and answers: nothing unchecked may reach the runner's log that way. */
const silent = () => undefined;

function isPassing(error: unknown): boolean {
  return error instanceof GitHubError && (error.status === 0 || error.status >= 500);
}

function toGitHubError(route: string, error: unknown): GitHubError {
  if (error instanceof RequestError && error.response !== undefined) {
    return new GitHubError(route, error.status, answerOf(error.response.data) ?? error.message);
  }
  return new GitHubError(route, 0, error instanceof Error ? error.message : String(error));
}

/** GitHub's `message` with the messages of its `errors`: the reason is often in the latter alone. */
function answerOf(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('message' in body)) return undefined;
  const details = 'errors' in body && Array.isArray(body.errors) ? body.errors : [];
  const texts = details.map((detail: unknown) =>
    typeof detail === 'object' && detail !== null && 'message' in detail ? String(detail.message) : '',
  );
  return [String(body.message), ...texts.filter((text) => text !== '')].join(': ');
}
