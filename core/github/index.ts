/** The GitHub side: what it tells us, whom it lets, and what we write to it. */
export { uploadArtifact } from './artifacts.ts';
export { isProtected } from './branch.ts';
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
export { defaultBranchFile } from './default-branch-file.ts';
export { GitHubError } from './github-error.ts';
export { reactToIssue, takeBackFromIssue } from './issue-reaction.ts';
export { createLiveComment, type LiveComment } from './live-comment.ts';
export { openNewComments } from './new-comments.ts';
export { BRANCH_PREFIX, findOwnBranches } from './own-branch.ts';
export { type Admission, admit } from './permission.ts';
export { isWorkflowFile } from './protected-paths.ts';
export { type Continued, type Publication, publish } from './publisher.ts';
export { type Pull, readPull } from './pull.ts';
export { contains, type PullDiff, readPullDiff } from './pull-diff.ts';
export { findOpenPullRequest, type PullRequest } from './pull-request.ts';
export { type ReactionContent, react, takeBack } from './reaction.ts';
export { refHead } from './ref-head.ts';
export { sourceOf } from './source.ts';
export { tellOnTaskIssue } from './task-issue.ts';
export { type Material, nameOf, readThreadMaterial } from './thread-material.ts';
export { openThreadRef, type ThreadRef } from './thread-ref.ts';
export { type Claim, type Holder, isTakenByOther } from './thread-state.ts';
export {
  actorOf,
  readTrigger,
  type Thread,
  type ThreadTrigger,
  type Trigger,
  threadOf,
} from './trigger.ts';
export { cancelRun, countActiveRuns } from './workflow-run.ts';
