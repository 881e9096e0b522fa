import type { Clock } from '../omnimessage/index.ts';
import { type Checkout, checkoutDetached } from './checkout.ts';
import { createCommit, type NewCommit } from './commit.ts';
import { type ComposedTree, composeTree, type TreesOfRun } from './compose-tree.ts';
import { type DiffRequest, diffTrees, type Patch } from './diff.ts';
import {
  type DeepenRequest,
  deepenHistory,
  type FetchRequest,
  type FetchResult,
  fetchCommit,
} from './fetch.ts';
import { type Head, readHead } from './head.ts';
import { type PushRequest, type PushResult, pushCommit } from './push.ts';
import { type Replay, type ReplayRequest, replayTrees } from './replay.ts';
import type { SealedDir } from './sealed-dir.ts';
import { type Snapshot, takeSnapshot } from './snapshot.ts';
import { transferAgain } from './transfer-again.ts';
import { type Change, treeChanges } from './tree-changes.ts';
import type { GitVersion } from './version.ts';

/**
 * A Workspace's repository in the hands of the parent process. Nothing in the repository can run a program here: no
 * hook, filter, external diff, helper or alias. The Workspace's index, branches and configuration are never
 * written; only `fetch`, `deepen` and `checkoutDetached` touch its git directory. Methods reject with a `GitError`
 * where git fails in a way that their result has no word for.
 */
export interface Repository {
  /** The folder that holds `.git`; every path in an answer is relative to it. */
  readonly top: string;
  head(signal?: AbortSignal): Promise<Head>;
  /** Takes the working tree as it is. The tree lives until `close`. */
  snapshot(signal?: AbortSignal): Promise<Snapshot>;
  /** Between two trees, or two commits. */
  changes(from: string, to: string, signal?: AbortSignal): Promise<Change[]>;
  /** Lays what a run changed onto the base, whole files at a time; what only set-up steps changed stays out. */
  composeTree(trees: TreesOfRun, signal?: AbortSignal): Promise<ComposedTree>;
  /**
   * Makes a commit and returns its id. No hook sees it, nothing signs it, and it is in no branch until it is
   * pushed.
   */
  commit(commit: NewCommit, signal?: AbortSignal): Promise<string>;
  /** Moves a ref on the other side forward, or makes it; never backwards and never sideways. */
  push(request: PushRequest, signal?: AbortSignal): Promise<PushResult>;
  /** Brings a commit into the Workspace's repository. */
  fetch(request: FetchRequest, signal?: AbortSignal): Promise<FetchResult>;
  /** Brings more of the history behind a shallow boundary. */
  deepen(request: DeepenRequest, signal?: AbortSignal): Promise<FetchResult>;
  /**
   * Moves the Workspace to a commit and detaches HEAD; what was changed or made here in other files stays as it is.
   */
  checkoutDetached(sha: string, signal?: AbortSignal): Promise<Checkout>;
  /** Merges two trees that were made from one. No history is needed. */
  replay(request: ReplayRequest, signal?: AbortSignal): Promise<Replay>;
  diff(request: DiffRequest, signal?: AbortSignal): Promise<Patch>;
  /** Removes what we wrote beside the repository: trees and commits that were not pushed are gone. Idempotent. */
  close(): Promise<void>;
}

export function bindRepository(dir: SealedDir, version: GitVersion, clock: Clock): Repository {
  return {
    top: dir.top,
    head: (signal) => readHead(dir, signal),
    snapshot: (signal) => takeSnapshot(dir, signal),
    changes: (from, to, signal) => treeChanges(dir, from, to, signal),
    composeTree: (trees, signal) => composeTree(dir, trees, signal),
    commit: (commit, signal) => createCommit(dir, commit, signal),
    push: (request, signal) => transferAgain(clock, signal, () => pushCommit(dir, request, signal)),
    fetch: (request, signal) => transferAgain(clock, signal, () => fetchCommit(dir, request, signal)),
    deepen: (request, signal) => transferAgain(clock, signal, () => deepenHistory(dir, request, signal)),
    checkoutDetached: (sha, signal) => checkoutDetached(dir, sha, signal),
    replay: (request, signal) => replayTrees(dir, version, request, signal),
    diff: (request, signal) => diffTrees(dir, request, signal),
    close: dir.close,
  };
}
