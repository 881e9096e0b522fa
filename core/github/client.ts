/** The only place that talks to GitHub's REST API. */

import { request } from '@octokit/request';
import { RequestError } from '@octokit/request-error';
import type { Endpoints } from '@octokit/types';
import type { Clock } from '../omnimessage/index.ts';
import { plainLine } from '../policy/index.ts';
import { missingPermission } from './missing-permission.ts';
import { fieldsOf } from './payload.ts';
import { timeLimit } from './time-limit.ts';

/** GitHub answers within 10 seconds or not at all; a little more covers the way. */
const REQUEST_TIMEOUT_MS = 20_000;
/** Waits before a repeated read or an idempotent write, in milliseconds. */
const RETRY_DELAYS_MS = [500, 2_000];
/** GitHub's words are sentences; a proxy's may be a page. */
const MAX_ANSWER = 500;
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
  /** A read that costs nothing of the budget while the answer is still the one that carried `etag`. */
  readIfChanged<R extends keyof Endpoints & `GET ${string}`>(
    route: R,
    parameters: Omit<Endpoints[R]['parameters'], 'owner' | 'repo'>,
    options: { etag: string | undefined; signal?: AbortSignal },
  ): Promise<Reading<Endpoints[R]['response']['data']>>;
}

export type Reading<T> = { kind: 'unchanged' } | { kind: 'changed'; data: T; etag: string | undefined };

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

export function createGitHub({ owner, repo }: RepositoryName, options: GitHubOptions): GitHub {
  // Nothing else of what a caller knows of the repository may get into a request.
  const repository = { owner, repo };
  const send = request.defaults({
    baseUrl: options.apiUrl,
    headers: { authorization: `token ${options.token}`, 'user-agent': 'penguin-agent' },
  });

  async function attempt(route: string, parameters: object, cancel?: AbortSignal): Promise<Answer> {
    const limit = timeLimit(options.clock, REQUEST_TIMEOUT_MS);
    const signal = cancel === undefined ? limit.signal : AbortSignal.any([limit.signal, cancel]);
    try {
      const response = await send(route, { ...repository, ...parameters, request: { signal, log: silent } });
      if (isCut(response)) throw new Error('the answer broke off');
      return response;
    } catch (error) {
      throw toGitHubError(route, error, options.token);
    } finally {
      limit.off();
    }
  }

  async function insist(route: string, parameters: object, signal?: AbortSignal): Promise<Answer> {
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
  }

  return {
    repository,
    request: async (route, parameters, { signal } = {}) => (await insist(route, parameters, signal)).data,
    async readIfChanged(route, parameters, { etag, signal }) {
      const headers = etag === undefined ? {} : { 'if-none-match': etag };
      try {
        const { data, headers: told } = await insist(route, { ...parameters, headers }, signal);
        return { kind: 'changed', data, etag: told.etag };
      } catch (error) {
        if (error instanceof GitHubError && error.status === 304) return { kind: 'unchanged' };
        throw error;
      }
    },
  };
}

type Answer = Awaited<ReturnType<typeof request>>;

/** Octokit's own log lines quote URLs and answers: nothing unchecked may reach the runner's log that way. */
const nothing = () => undefined;
const silent = { debug: nothing, info: nothing, warn: nothing, error: nothing };

function isPassing(error: unknown): boolean {
  return error instanceof GitHubError && (error.status === 0 || error.status >= 500);
}

/** Octokit hands over as text what should be JSON and cannot be read: of an answer that broke off, what came of it. */
function isCut({ data, headers }: { data: unknown; headers: { 'content-type'?: string } }): boolean {
  return typeof data === 'string' && /\bjson\b/.test(headers['content-type'] ?? '');
}

function toGitHubError(route: string, error: unknown, token: string): GitHubError {
  const said = (text: string) => plainLine(token === '' ? text : text.replaceAll(token, '***'), MAX_ANSWER);
  const words = error instanceof Error ? error.message : String(error);
  if (error instanceof RequestError && error.response !== undefined) {
    return new GitHubError(route, error.status, said(answerOf(error.response.data) ?? words));
  }
  return new GitHubError(route, 0, said(words));
}

/** GitHub's `message` with what its `errors` say: the reason is often in the latter alone. */
function answerOf(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('message' in body)) return undefined;
  const details = 'errors' in body && Array.isArray(body.errors) ? body.errors.map(wordsOf) : [];
  return [String(body.message), ...details.filter((text) => text !== '')].join(': ');
}

function wordsOf(detail: unknown): string {
  if (typeof detail === 'string') return detail;
  const fields = fieldsOf(detail);
  return fields.text('message') ?? [fields.text('field') ?? '', fields.text('code') ?? ''].join(' ').trim();
}
