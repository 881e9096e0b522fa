import { lstat, rm, symlink } from 'node:fs/promises';
import { GitError } from './git-error.ts';
import { readHead } from './head.ts';
import { ifThere } from './if-there.ts';
import { assertObjectId } from './object-id.ts';
import { assertFullRef } from './ref-name.ts';
import { type Remote, remoteConfig, TRANSFER_TIMEOUT_MS, tokenForms } from './remote.ts';
import type { SealedDir } from './sealed-dir.ts';
import { type TransportFailure, transportFailure } from './transport-failure.ts';

export interface FetchRequest extends Remote {
  /** A commit id, or a full ref. */
  want: string;
  /** How many commits deep. A clone that has its whole history ignores it: git would cut that history there. */
  depth?: number;
}

export interface DeepenRequest extends Remote {
  /** A commit id, or a full ref. */
  want: string;
  /** How many commits to add behind the shallow boundary. */
  by: number;
}

export type FetchResult =
  | { kind: 'fetched'; sha: string }
  /** The other side does not have it, or does not give it out. */
  | { kind: 'missing'; message: string }
  | TransportFailure;

export async function fetchCommit(
  dir: SealedDir,
  request: FetchRequest,
  signal?: AbortSignal,
): Promise<FetchResult> {
  const head = await readHead(dir, signal);
  const reach = head.shallow && request.depth !== undefined ? [`--depth=${request.depth}`] : [];
  return await runFetch(dir, request, head.sha, reach, signal);
}

export async function deepenHistory(
  dir: SealedDir,
  request: DeepenRequest,
  signal?: AbortSignal,
): Promise<FetchResult> {
  const head = await readHead(dir, signal);
  return await runFetch(dir, request, head.sha, [`--deepen=${request.by}`], signal);
}

async function runFetch(
  dir: SealedDir,
  request: Remote & { want: string },
  headSha: string,
  reach: readonly string[],
  signal: AbortSignal | undefined,
): Promise<FetchResult> {
  assertWant(request.want);
  // git tells the other side which refs it has, so that only the rest is sent.
  await dir.objects(['update-ref', 'refs/penguin/head', headSha], { signal });
  const fetched = `refs/penguin/${dir.newName()}`;
  const refs = `+${request.want}:${fetched}`;
  try {
    await dir.objects(['fetch', ...OPTIONS, ...reach, '--end-of-options', request.url, refs], {
      // What is fetched may become the Workspace's HEAD, so it goes where the Workspace's git finds it.
      env: { GIT_OBJECT_DIRECTORY: dir.ownPaths.objects },
      config: remoteConfig(request),
      secrets: tokenForms(request),
      timeoutMs: TRANSFER_TIMEOUT_MS,
      signal,
    });
  } catch (error) {
    return missing(error) ?? transportFailure(error);
  }
  await settleShallow(dir);
  const { stdout } = await dir.objects(['rev-parse', '--verify', `${fetched}^{commit}`], { signal });
  return { kind: 'fetched', sha: stdout.toString('utf8').trimEnd() };
}

const OPTIONS = ['--no-tags', '--no-write-fetch-head', '--no-recurse-submodules', '--no-auto-maintenance'];
const MISSING = /couldn't find remote ref|not our ref|unadvertised object/i;

function missing(error: unknown): FetchResult | undefined {
  const absent = error instanceof GitError && MISSING.test(error.stderr);
  return absent ? { kind: 'missing', message: error.message } : undefined;
}

function assertWant(want: string): void {
  if (want.startsWith('refs/')) assertFullRef(want);
  else assertObjectId(want, 'commit');
}

/** When the whole history is there git removes the shallow file; it removed our link, so the file is left to us. */
async function settleShallow({ shallowLink, ownPaths }: SealedDir): Promise<void> {
  if ((await ifThere(lstat(shallowLink))) !== undefined) return;
  await rm(ownPaths.shallow, { force: true });
  await symlink(ownPaths.shallow, shallowLink);
}
