/** The GitHub side: what it tells us, whom it lets, and what we write to it. */
export { uploadArtifact } from './artifacts.ts';
export { createGitHub, type GitHub } from './client.ts';
export {
  type CommandMetadata,
  CommandParser,
  type CommandSpec,
  type ParsedArgs,
  type ParsedCommand,
  readComment,
} from './command/index.ts';
export { type Comment, createComment, findOwnComment, listComments } from './comment.ts';
export { GitHubError } from './github-error.ts';
export { createLiveComment, type LiveComment } from './live-comment.ts';
export { BRANCH_PREFIX, findOwnBranches } from './own-branch.ts';
export { type Admission, admit } from './permission.ts';
export { type Publication, publish } from './publisher.ts';
export { findOpenPullRequest, type PullRequest } from './pull-request.ts';
export { type ReactionContent, react, takeBack } from './reaction.ts';
export { refHead } from './ref-head.ts';
export { readThreadMaterial } from './thread-material.ts';
export { openThreadRef, type ThreadRef } from './thread-ref.ts';
export type { Claim, Holder } from './thread-state.ts';
export { readTrigger, type Thread, type Trigger } from './trigger.ts';
export { cancelRun, countActiveRuns } from './workflow-run.ts';
