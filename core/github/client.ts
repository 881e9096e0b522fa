/** The only place that talks to GitHub's REST API. */

import { request } from '@octokit/request';
import type { Endpoints } from '@octokit/types';
import type { Clock, Log } from '../omnimessage/index.ts';
import { boundedAnswer } from './bounded-answer.ts';
import { createOnce, type IfLost } from './create-once.ts';
import { createExchange } from './exchange.ts';
import { createRequestBudget } from './request-budget.ts';

export interface GitHubOptions {
  token: string;
  /** `https://api.github.com`, or a GitHub Enterprise Server's `…/api/v3`. */
  apiUrl: string;
  clock: Clock;
  /** Uniform in [0, 1). */
  random: () => number;
  log: Log;
  /** Aborts when the run is cancelled: from then on an answer has two seconds, and nothing else waits. */
  signal: AbortSignal;
}

/** The repository that a run is for. */
export interface RepositoryName {
  owner: string;
  repo: string;
}

/** Requests that make something: done twice, most make two. */
type CreatingRoute = Extract<keyof Endpoints, `POST ${string}`>;
type OtherRoute = Exclude<keyof Endpoints, CreatingRoute>;
type Parameters<R extends keyof Endpoints> = Omit<Endpoints[R]['parameters'], 'owner' | 'repo'>;
type Answer<R extends keyof Endpoints> = Endpoints[R]['response']['data'];

/** One repository seen through one token. What GitHub refuses or does not answer throws a `GitHubError`. */
export interface GitHub {
  readonly repository: RepositoryName;
  /** A read, or a write that done twice is done once: made again a few times when GitHub fails. */
  request<R extends OtherRoute>(
    route: R,
    parameters: Parameters<R>,
    options?: { signal?: AbortSignal },
  ): Promise<Answer<R>>;
  /**
   * Makes something once; `ifLost` says how, when nobody knows whether it was made. `read` takes what the caller wants of the answer. A
   * creation cannot be aborted: what is stopped half-way may be made a moment later, when nobody looks any more.
   */
  create<R extends CreatingRoute, T>(
    route: R,
    parameters: Parameters<R>,
    creation: { read: (answer: Answer<R>) => T; ifLost: IfLost<T> },
  ): Promise<T>;
  /** Whether few requests are left in this hour, which all runs of the repository share. */
  isScarce(): boolean;
}

/** Never aborts. */
const WHOLE = new AbortController().signal;

export function createGitHub({ owner, repo }: RepositoryName, options: GitHubOptions): GitHub {
  // Nothing else of what a caller knows of the repository may get into a request.
  const repository = { owner, repo };
  const { clock, token, signal: hurry } = options;
  const budget = createRequestBudget({ clock, log: options.log, hurry });
  const send = request.defaults({
    baseUrl: options.apiUrl,
    headers: { authorization: `token ${token}`, 'user-agent': 'penguin-agent' },
    request: { fetch: async (url: string, init: RequestInit) => boundedAnswer(await fetch(url, init)) },
  });
  const exchange = createExchange({ send, token, budget, clock, random: options.random, hurry });

  return {
    repository,
    isScarce: budget.isScarce,
    request: (route, parameters, { signal = WHOLE } = {}) =>
      exchange(route, { ...parameters, ...repository }, { signal, repeatable: true }),
    create: (route, parameters, { read, ifLost }) => {
      const body = { ...parameters, ...repository };
      const make = async () => read(await exchange(route, body, { signal: WHOLE, repeatable: false }));
      return createOnce({ make, ifLost, clock, hurry });
    },
  };
}
