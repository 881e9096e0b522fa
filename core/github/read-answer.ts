import { RequestError } from '@octokit/request-error';
import type { OctokitResponse } from '@octokit/types';
import { answerWords } from './answer-words.ts';
import { AnswerTooLarge } from './bounded-answer.ts';
import { GitHubError } from './github-error.ts';
import type { Attempt } from './persist.ts';

type Failure = Extract<Attempt, { kind: 'failed' }>;

/** An answer that says yes. One that is no JSON came from a proxy, or broke off: nobody knows what GitHub did. */
export function readAnswer(route: string, answer: OctokitResponse<unknown>, token: string): Attempt {
  const { status, headers, data } = answer;
  // Octokit hands over as text what is no JSON, or cannot be read as such.
  if (status === 204 || typeof data !== 'string') return { kind: 'answered', data };
  const words = `its answer ${status} is no JSON, or broke off: ${answerWords(data, 'it is empty', token)}`;
  return { kind: 'failed', error: new GitHubError(route, 0, answerWords(words, words, token)), headers };
}

/** An answer that says no, or none. */
export function readFailure(route: string, error: unknown, token: string): Failure {
  const words = error instanceof Error ? error.message : String(error);
  if (error instanceof RequestError && error.response !== undefined) {
    const { data, headers } = error.response;
    return failure(route, error.status, answerWords(data, words, token), headers);
  }
  const cause = error instanceof Error ? error.cause : undefined;
  const status = cause instanceof AnswerTooLarge ? cause.status : 0;
  return failure(route, status, answerWords(undefined, words, token), {});
}

function failure(route: string, status: number, answer: string, headers: Failure['headers']): Failure {
  return { kind: 'failed', error: new GitHubError(route, status, answer), headers };
}
