import type { Need } from '../world/permissions.ts';
import type { Caller, Repository, World } from '../world/state.ts';

/** One request to one operation. Its parameters are checked: path, query and body in one, as Octokit takes them. */
export interface Call<Parameters> {
  world: World;
  caller: Caller;
  parameters: Parameters;
  accept: string;
  url: URL;
}

export interface RepositoryCall<Parameters> extends Call<Parameters> {
  repository: Repository;
}

/** What a handler answers: a body, which is completed and checked against the description, or bytes as they are. */
export interface Reply {
  status: number;
  body?: unknown;
  raw?: { type: string; bytes: Buffer };
  headers?: Record<string, string>;
}

export type Operation =
  | { on: 'repository'; need: Need; answer: (call: RepositoryCall<unknown>) => Reply | Promise<Reply> }
  | { on: 'github'; answer: (call: Call<unknown>) => Reply | Promise<Reply> };

export type Operations = Record<string, Operation>;

/** A row of a table of operations. `Parameters` is Octokit's type for them: both come from GitHub's description. */
export function onRepository<Parameters>(
  need: Need,
  answer: (call: RepositoryCall<Parameters>) => Reply | Promise<Reply>,
): Operation {
  return { on: 'repository', need, answer: (call) => answer(call as RepositoryCall<Parameters>) };
}

export function onGitHub<Parameters>(answer: (call: Call<Parameters>) => Reply | Promise<Reply>): Operation {
  return { on: 'github', answer: (call) => answer(call as Call<Parameters>) };
}

export function ok(body: unknown): Reply {
  return { status: 200, body };
}

export function created(body: unknown): Reply {
  return { status: 201, body };
}

export const NO_CONTENT: Reply = { status: 204 };
