import type { RestEndpointMethodTypes as Rest } from '@octokit/rest';
import {
  NO_CONTENT,
  type Operations,
  onRepository,
  type Reply,
  type RepositoryCall,
} from '../rest/operation.ts';
import { paged } from '../rest/page.ts';
import { reactionShape } from '../shapes/reaction.ts';
import { authorOf } from '../world/author.ts';
import { reads, writes } from '../world/permissions.ts';
import { notFound, Refusal } from '../world/refusal.ts';
import type { Issue, Reaction, ReactionContent } from '../world/state.ts';
import { findComment, findIssue, react, refuseLocked } from '../world/threads.ts';

type Reactions = Rest['reactions'];
type OfIssue = { issue_number: number };
type OfComment = { comment_id: number };
type Create = { content: ReactionContent };
type List = {
  content?: ReactionContent | undefined;
  page?: number | undefined;
  per_page?: number | undefined;
};
type Delete = { reaction_id: number };

/** What carries reactions: the list itself, and the issue whose lock counts. */
interface Subject {
  reactions: Reaction[];
  issue: Issue;
}

export const reactionOperations: Operations = {
  'reactions/list-for-issue': onRepository<Reactions['listForIssue']['parameters']>(reads('thread'), (call) =>
    list(call, ofIssue(call)),
  ),
  'reactions/list-for-issue-comment': onRepository<Reactions['listForIssueComment']['parameters']>(
    reads('thread'),
    (call) => list(call, ofComment(call)),
  ),
  'reactions/create-for-issue': onRepository<Reactions['createForIssue']['parameters']>(
    writes('thread', 'read'),
    (call) => create(call, ofIssue(call)),
  ),
  'reactions/create-for-issue-comment': onRepository<Reactions['createForIssueComment']['parameters']>(
    writes('thread', 'read'),
    (call) => create(call, ofComment(call)),
  ),
  'reactions/delete-for-issue': onRepository<Reactions['deleteForIssue']['parameters']>(
    writes('thread', 'read'),
    (call) => remove(call, ofIssue(call)),
  ),
  'reactions/delete-for-issue-comment': onRepository<Reactions['deleteForIssueComment']['parameters']>(
    writes('thread', 'read'),
    (call) => remove(call, ofComment(call)),
  ),
};

function ofIssue({ repository, parameters }: RepositoryCall<OfIssue>): Subject {
  const issue = findIssue(repository, parameters.issue_number);
  return { reactions: issue.reactions, issue };
}

function ofComment({ repository, parameters }: RepositoryCall<OfComment>): Subject {
  const comment = findComment(repository, parameters.comment_id);
  return { reactions: comment.reactions, issue: findIssue(repository, comment.issueNumber) };
}

function list(call: RepositoryCall<List>, { reactions }: Subject): Reply {
  const { content } = call.parameters;
  const wanted = reactions.filter((reaction) => content === undefined || reaction.content === content);
  return paged(call, wanted, (page) => page.map((reaction) => reactionShape(call.world, reaction)));
}

function create({ world, caller, parameters }: RepositoryCall<Create>, { reactions, issue }: Subject): Reply {
  refuseLocked(issue, 'reaction');
  const { reaction, existing } = react(world, reactions, authorOf(caller).account, parameters.content);
  return { status: existing ? 200 : 201, body: reactionShape(world, reaction) };
}

function remove({ caller, parameters }: RepositoryCall<Delete>, { reactions }: Subject): Reply {
  const at = reactions.findIndex(({ id }) => id === parameters.reaction_id);
  const reaction = reactions[at];
  if (reaction === undefined) throw notFound();
  if (reaction.account !== authorOf(caller).account) {
    throw new Refusal(403, 'You cannot delete this reaction.');
  }
  reactions.splice(at, 1);
  return NO_CONTENT;
}
