import type { RestEndpointMethodTypes as Rest } from '@octokit/rest';
import {
  created,
  type Operations,
  ok,
  onRepository,
  type Reply,
  type RepositoryCall,
} from '../rest/operation.ts';
import { paged } from '../rest/page.ts';
import { issueShape, labelShape } from '../shapes/thread.ts';
import { findAccount } from '../world/accounts.ts';
import { authorOf, refuseOthers } from '../world/author.ts';
import { reads, writes } from '../world/permissions.ts';
import { unprocessable } from '../world/refusal.ts';
import type { Issue } from '../world/state.ts';
import { changeIssue, findIssue, openIssue } from '../world/threads.ts';

type Create = Rest['issues']['create']['parameters'];
type Update = Rest['issues']['update']['parameters'];
type Get = Rest['issues']['get']['parameters'];
type ListLabels = Rest['issues']['listLabelsOnIssue']['parameters'];
/** A body that is a list arrives as `items`. */
type AddLabels = Rest['issues']['addLabels']['parameters'] & { items?: LabelGiven[] };
type LabelGiven = string | { name?: string; [field: string]: unknown };

export const issueOperations: Operations = {
  'issues/get': onRepository<Get>(reads('thread'), getIssue),
  'issues/create': onRepository<Create>(writes('issues', 'read'), createIssue),
  'issues/update': onRepository<Update>(writes('thread', 'read'), updateIssue),
  'issues/list-labels-on-issue': onRepository<ListLabels>(reads('thread'), listLabels),
  'issues/add-labels': onRepository<AddLabels>(writes('thread', 'triage'), addLabels),
};

function getIssue(call: RepositoryCall<Get>): Reply {
  return ok(shape(call, findIssue(call.repository, call.parameters.issue_number)));
}

function createIssue(call: RepositoryCall<Create>): Reply {
  const { world, repository, caller, parameters } = call;
  const issue = openIssue(world, repository, authorOf(caller), {
    title: String(parameters.title),
    body: parameters.body,
    labels: labelNames(parameters.labels),
    assignees: (parameters.assignees ?? []).map((login) => findAccount(world, login)),
  });
  return created(shape(call, issue));
}

function updateIssue(call: RepositoryCall<Update>): Reply {
  const { world, repository, caller, parameters } = call;
  const issue = findIssue(repository, parameters.issue_number);
  refuseOthers(caller, repository, issue.author, 'triage');
  changeIssue(world, issue, {
    title: parameters.title === undefined || parameters.title === null ? undefined : String(parameters.title),
    body: parameters.body,
    state: parameters.state,
    stateReason: parameters.state_reason,
  });
  if (parameters.labels !== undefined) issue.labels = labelNames(parameters.labels);
  if (parameters.assignees) issue.assignees = parameters.assignees.map((login) => findAccount(world, login));
  return ok(shape(call, issue));
}

function listLabels(call: RepositoryCall<ListLabels>): Reply {
  return paged(call, labels(call, findIssue(call.repository, call.parameters.issue_number)));
}

function addLabels(call: RepositoryCall<AddLabels>): Reply {
  const issue = findIssue(call.repository, call.parameters.issue_number);
  const given = call.parameters.items ?? call.parameters.labels;
  issue.labels = [...new Set([...issue.labels, ...labelNames(given)])];
  return ok(labels(call, issue));
}

function labelNames(given: readonly LabelGiven[] = []): string[] {
  return given.map((label) => {
    const name = typeof label === 'string' ? label : label.name;
    if (name === undefined || name === '') throw unprocessable('Invalid request.\n\nA label has no name.');
    return name;
  });
}

function labels({ world, repository }: RepositoryCall<unknown>, issue: Issue) {
  return issue.labels.map((name) => labelShape(world, repository, name));
}

function shape({ world, repository }: RepositoryCall<unknown>, issue: Issue) {
  return issueShape(world, repository, issue);
}
