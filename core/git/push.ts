import { GitError } from './git-error.ts';
import { mask } from './mask.ts';
import { assertObjectId } from './object-id.ts';
import { type PushRejection, readPushAnswer } from './push-answer.ts';
import { assertFullRef } from './ref-name.ts';
import { type Remote, remoteConfig, TRANSFER_TIMEOUT_MS, tokenForms } from './remote.ts';
import type { GitAnswer } from './run.ts';
import type { SealedDir } from './sealed-dir.ts';
import { transportFailure } from './transport-failure.ts';

export interface PushRequest extends Remote {
  /** A full name, `refs/heads/…`. */
  ref: string;
  sha: string;
  /** What the ref must be on the other side: absent, or this commit. Left out, any commit that `sha` builds on. */
  expect?: string;
}

export type PushResult =
  /** The ref is at `sha`, also when it was before. */
  | { kind: 'pushed' }
  | PushRejection
  /** Whether the push took effect is not known: look at the ref before trying again. */
  | { kind: 'unreachable'; message: string };

/** For `expect`: the ref must not exist yet. */
const ABSENT = 'absent';

/** Moves a ref forward on the other side, or makes it; never backwards and never sideways. */
export async function pushCommit(
  dir: SealedDir,
  request: PushRequest,
  signal?: AbortSignal,
): Promise<PushResult> {
  assertFullRef(request.ref);
  assertObjectId(request.sha, 'commit');
  const { expect } = request;
  if (expect !== undefined && expect !== ABSENT && !(await buildsOn(dir, request.sha, expect, signal))) {
    const message = `${request.sha} does not build on ${expect}.`;
    return { kind: 'rejected', reason: 'non_fast_forward', message };
  }
  try {
    return resultOf(await runPush(dir, request, signal), request);
  } catch (error) {
    const failure = transportFailure(error);
    return failure.kind === 'forbidden' ? { ...failure, kind: 'rejected', reason: 'forbidden' } : failure;
  }
}

async function runPush(
  dir: SealedDir,
  request: PushRequest,
  signal: AbortSignal | undefined,
): Promise<GitAnswer> {
  const args = ['push', '--porcelain', '--no-recurse-submodules', ...lease(request)];
  return await dir.objects([...args, '--end-of-options', request.url, `${request.sha}:${request.ref}`], {
    config: remoteConfig(request),
    secrets: tokenForms(request),
    answers: [0, 1],
    timeoutMs: TRANSFER_TIMEOUT_MS,
    signal,
  });
}

function resultOf({ stdout, stderr, code }: GitAnswer, request: PushRequest): PushResult {
  const answer = readPushAnswer(mask(stdout.toString('utf8'), tokenForms(request)), stderr);
  if (answer === undefined) throw new GitError('push', { kind: 'exit', exitCode: code }, stderr);
  const taken =
    answer.kind === 'rejected' && answer.reason === 'non_fast_forward' && request.expect === ABSENT;
  return taken ? { ...answer, reason: 'exists' } : answer;
}

/**
 * With a lease git compares the ref before it moves it, which a plain push does not: a branch that somebody made or
 * reset in the meantime could be taken over. By itself a lease would also allow a move that is no fast-forward;
 * `buildsOn` has ruled that out.
 */
function lease({ ref, expect }: PushRequest): string[] {
  if (expect === undefined) return [];
  return [`--force-with-lease=${ref}:${expect === ABSENT ? '' : expect}`];
}

async function buildsOn(
  dir: SealedDir,
  sha: string,
  ancestor: string,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  assertObjectId(ancestor, 'commit');
  // 128: the ancestor is not in this repository at all, so nothing here can build on it.
  const { code } = await dir.objects(['merge-base', '--is-ancestor', ancestor, sha], {
    answers: [0, 1, 128],
    signal,
  });
  return code === 0;
}
