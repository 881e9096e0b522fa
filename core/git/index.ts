/** The parent's git: what the Workspace holds, what a run changed in it, and the way to the other side. */

export type { Checkout } from './checkout.ts';
export type { Identity, NewCommit } from './commit.ts';
export type { ComposedTree, TreesOfRun } from './compose-tree.ts';
export type { Patch } from './diff.ts';
export type { FetchRequest, FetchResult } from './fetch.ts';
export { GitError } from './git-error.ts';
export type { Head } from './head.ts';
export { type OpenedRepository, openRepository, type RepositoryOptions } from './open-repository.ts';
export type { PushRequest, PushResult } from './push.ts';
export { validRef } from './ref-name.ts';
export type { Remote } from './remote.ts';
export type { Replay } from './replay.ts';
export type { Repository } from './repository.ts';
export { slug } from './slug.ts';
export type { Snapshot } from './snapshot.ts';
export type { Change } from './tree-changes.ts';
