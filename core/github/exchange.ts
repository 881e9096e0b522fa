import type { Endpoints, RequestInterface, RequestParameters } from '@octokit/types';
import type { Clock } from '../omnimessage/index.ts';
import { createEtagCache } from './etag-cache.ts';
import { type Attempt, persist } from './persist.ts';
import { readAnswer, readFailure } from './read-answer.ts';
import type { RequestBudget } from './request-budget.ts';
import { timeLimit } from './time-limit.ts';
import type { WriteKind } from './write-pace.ts';

export interface ExchangeOptions {
  send: RequestInterface;
  token: string;
  budget: RequestBudget;
  clock: Clock;
  random: () => number;
  /** Aborts when the run is cancelled. */
  hurry: AbortSignal;
}

/** Asks GitHub until it answers, or until asking is no use. */
export type Exchange = <R extends keyof Endpoints>(
  route: R,
  parameters: RequestParameters,
  way: { signal: AbortSignal; repeatable: boolean },
) => Promise<Endpoints[R]['response']['data']>;

export function createExchange(options: ExchangeOptions): Exchange {
  const { send, token, budget, clock, hurry } = options;
  const cache = createEtagCache();

  async function converse(
    route: string,
    parameters: RequestParameters,
    signal: AbortSignal,
  ): Promise<Attempt> {
    const { url } = send.endpoint(route, parameters);
    const isRead = route.startsWith('GET ');
    try {
      const headers = isRead ? cache.condition(url) : {};
      const answer = await send(route, { ...parameters, headers, request: { signal, log: silent } });
      budget.note(answer.headers);
      const attempt = readAnswer(route, answer, token);
      if (isRead && attempt.kind === 'answered') cache.keep(url, answer.headers, answer.data);
      return attempt;
    } catch (error) {
      const failure = readFailure(route, error, token);
      budget.note(failure.headers);
      return failure.error.status === 304 ? { kind: 'answered', data: cache.body(url) } : failure;
    }
  }

  async function attempt(
    route: string,
    parameters: RequestParameters,
    signal: AbortSignal,
  ): Promise<Attempt> {
    const leave = await budget.enter(kindOf(route), signal);
    const limit = timeLimit(clock, hurry);
    try {
      return await converse(route, parameters, AbortSignal.any([limit.signal, signal]));
    } finally {
      limit.off();
      leave();
    }
  }

  return async (route, parameters, { signal, repeatable }) => {
    const way = { repeatable, clock, random: options.random, budget, signal, hurry };
    return persist(() => attempt(route, parameters, signal), way);
  };
}

/** Octokit's own log lines quote URLs and answers: nothing unchecked may reach the runner's log that way. */
const nothing = () => undefined;
const silent = { debug: nothing, info: nothing, warn: nothing, error: nothing };

function kindOf(route: string): 'read' | WriteKind {
  if (route.startsWith('GET ')) return 'read';
  return route.startsWith('DELETE ') || route.includes('/git/') ? 'quiet' : 'seen';
}
