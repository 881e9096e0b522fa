import type { RestEndpointMethodTypes as Rest } from '@octokit/rest';
import {
  created,
  NO_CONTENT,
  type Operations,
  ok,
  onRepository,
  type Reply,
  type RepositoryCall,
} from '../rest/operation.ts';
import { paged } from '../rest/page.ts';
import { commentShape } from '../shapes/thread.ts';
import { authorOf, refuseOthers } from '../world/author.ts';
import { holds, reads, writes } from '../world/permissions.ts';
import type { Comment } from '../world/state.ts';
import { addComment, editComment, findComment, findIssue, refuseLocked } from '../world/threads.ts';

type List = Rest['issues']['listComments']['parameters'];
type Get = Rest['issues']['getComment']['parameters'];
type Create = Rest['issues']['createComment']['parameters'];
type Update = Rest['issues']['updateComment']['parameters'];
type Delete = Rest['issues']['deleteComment']['parameters'];

export const commentOperations: Operations = {
  'issues/list-comments': onRepository<List>(reads('thread'), listComments),
  'issues/get-comment': onRepository<Get>(reads('thread'), getComment),
  'issues/create-comment': onRepository<Create>(writes('thread', 'read'), createComment),
  'issues/update-comment': onRepository<Update>(writes('thread', 'read'), updateComment),
  'issues/delete-comment': onRepository<Delete>(writes('thread', 'read'), deleteComment),
};

function listComments(call: RepositoryCall<List>): Reply {
  const { comments } = findIssue(call.repository, call.parameters.issue_number);
  const since = Date.parse(call.parameters.since ?? '1970-01-01T00:00:00Z');
  const wanted = comments.filter(({ updatedAt }) => Date.parse(updatedAt) >= since);
  return paged(call, wanted, (page) => page.map((comment) => shape(call, comment)));
}

function getComment(call: RepositoryCall<Get>): Reply {
  return ok(shape(call, findComment(call.repository, call.parameters.comment_id)));
}

function createComment(call: RepositoryCall<Create>): Reply {
  const { world, repository, caller, parameters } = call;
  const issue = findIssue(repository, parameters.issue_number);
  if (!holds(caller, repository, 'write')) refuseLocked(issue, 'comment');
  return created(shape(call, addComment(world, issue, authorOf(caller), parameters.body)));
}

function updateComment(call: RepositoryCall<Update>): Reply {
  const { world, repository, caller, parameters } = call;
  const comment = findComment(repository, parameters.comment_id);
  refuseOthers(caller, repository, comment.author, 'write');
  editComment(world, comment, parameters.body);
  return ok(shape(call, comment));
}

function deleteComment({ repository, caller, parameters }: RepositoryCall<Delete>): Reply {
  const comment = findComment(repository, parameters.comment_id);
  refuseOthers(caller, repository, comment.author, 'write');
  const { comments } = findIssue(repository, comment.issueNumber);
  comments.splice(comments.indexOf(comment), 1);
  return NO_CONTENT;
}

function shape({ world, repository }: RepositoryCall<unknown>, comment: Comment) {
  return commentShape(world, repository, comment);
}
