/** The parent's git: what the Workspace holds, what a run changed in it, and the way to the other side. */

export type { ComposedTree } from './compose-tree.ts';

export { GitError } from './git-error.ts';

export { openRepository, type RepositoryOptions } from './open-repository.ts';
export type { PushRequest, PushResult } from './push.ts';
export { validRef } from './ref-name.ts';

export type { Repository } from './repository.ts';
export { slug } from './slug.ts';
export type { Snapshot } from './snapshot.ts';
export type { Change } from './tree-changes.ts';
