import { reaches, roleOf } from '../world/accounts.ts';
import type { Account, Comment, Issue, Repository, World } from '../world/state.ts';
import { accountShape, appShape } from './account.ts';
import { reactionCounts } from './reaction.ts';
import { repositoryPage, repositoryUrl } from './repository.ts';

export function issueShape(world: World, repository: Repository, issue: Issue) {
  const url = `${repositoryUrl(world, repository)}/issues/${issue.number}`;
  return {
    id: issue.id,
    node_id: `I_${issue.id}`,
    number: issue.number,
    title: issue.title,
    body: issue.body,
    state: issue.state,
    state_reason: issue.stateReason,
    locked: issue.locked,
    user: accountShape(world, issue.author),
    labels: issue.labels.map((name) => labelShape(world, repository, name)),
    assignee: issue.assignees[0] === undefined ? null : accountShape(world, issue.assignees[0]),
    assignees: issue.assignees.map((account) => accountShape(world, account)),
    comments: issue.comments.length,
    created_at: issue.createdAt,
    updated_at: issue.updatedAt,
    closed_at: issue.closedAt,
    author_association: associationOf(repository, issue.author),
    performed_via_github_app: issue.app === undefined ? null : appShape(world, issue.app),
    reactions: reactionCounts(url, issue.reactions),
    url,
    repository_url: repositoryUrl(world, repository),
    comments_url: `${url}/comments`,
    events_url: `${url}/events`,
    labels_url: `${url}/labels{/name}`,
    html_url: issuePage(world, repository, issue),
    pull_request: issue.pull && pullLinks(world, repository, issue),
  };
}

export function commentShape(world: World, repository: Repository, comment: Comment) {
  const issue = repository.issues.get(comment.issueNumber);
  const url = `${repositoryUrl(world, repository)}/issues/comments/${comment.id}`;
  return {
    id: comment.id,
    node_id: `IC_${comment.id}`,
    body: comment.body,
    user: accountShape(world, comment.author),
    created_at: comment.createdAt,
    updated_at: comment.updatedAt,
    author_association: associationOf(repository, comment.author),
    performed_via_github_app: comment.app === undefined ? null : appShape(world, comment.app),
    reactions: reactionCounts(url, comment.reactions),
    url,
    html_url: issue && `${issuePage(world, repository, issue)}#issuecomment-${comment.id}`,
    issue_url: `${repositoryUrl(world, repository)}/issues/${comment.issueNumber}`,
  };
}

/** Labels get an id from their name, so that one name is one label without a table of them. */
export function labelShape(world: World, repository: Repository, name: string) {
  const id = [...name].reduce(
    (sum, character) => (sum * 31 + (character.codePointAt(0) ?? 0)) % 1_000_003,
    7,
  );
  const url = `${repositoryUrl(world, repository)}/labels/${encodeURIComponent(name)}`;
  return { id, node_id: `LA_${id}`, url, name, description: null, color: 'ededed', default: false };
}

function issuePage(world: World, repository: Repository, issue: Issue): string {
  const kind = issue.pull === undefined ? 'issues' : 'pull';
  return `${repositoryPage(world, repository)}/${kind}/${issue.number}`;
}

function pullLinks(world: World, repository: Repository, issue: Issue) {
  const html_url = issuePage(world, repository, issue);
  const url = `${repositoryUrl(world, repository)}/pulls/${issue.number}`;
  return { url, html_url, diff_url: `${html_url}.diff`, patch_url: `${html_url}.patch`, merged_at: null };
}

/** A hint for readers, as at GitHub: never evidence of a right. */
function associationOf(repository: Repository, account: Account): string {
  if (account === repository.owner) return 'OWNER';
  return account.type === 'User' && reaches(roleOf(repository, account), 'triage') ? 'COLLABORATOR' : 'NONE';
}
