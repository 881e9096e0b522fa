import { changedFiles } from '../git/changed-files.ts';
import { listCommits } from '../git/commits.ts';
import { readRef } from '../git/refs.ts';
import type { PullIssue } from '../world/pulls.ts';
import type { Repository, ReviewComment, World } from '../world/state.ts';
import { accountShape } from './account.ts';
import { repositoryPage, repositoryShape, repositoryUrl } from './repository.ts';
import { issueShape } from './thread.ts';

/** A pull request as lists show it. */
export async function pullShape(world: World, repository: Repository, issue: PullIssue) {
  const { pull } = issue;
  const {
    state_reason: _,
    pull_request,
    reactions: __,
    comments: ___,
    ...shared
  } = issueShape(world, repository, issue);
  const url = `${repositoryUrl(world, repository)}/pulls/${issue.number}`;
  return {
    ...shared,
    ...pull_request,
    url,
    issue_url: shared.url,
    draft: pull.draft,
    merge_commit_sha: null,
    merged_at: pull.mergedAt,
    requested_reviewers: [],
    requested_teams: [],
    head: sideShape(world, pull.headRepository, pull.head, pull.headSha),
    base: sideShape(world, repository, pull.base, await baseSha(repository, issue)),
    auto_merge: null,
    _links: links(url, shared.url, shared.html_url),
  };
}

/** A pull request as it is shown alone, with what GitHub counts for it. */
export async function fullPullShape(world: World, repository: Repository, issue: PullIssue) {
  const base = await baseSha(repository, issue);
  const files = await changedFiles(
    repository.git,
    await mergeBase(repository, base, issue),
    issue.pull.headSha,
  );
  const commits = await listCommits(repository.git, [`${base}..${issue.pull.headSha}`]);
  return {
    ...(await pullShape(world, repository, issue)),
    comments: issue.comments.length,
    merged: issue.pull.mergedAt !== null,
    mergeable: true,
    mergeable_state: 'clean',
    merged_by: null,
    maintainer_can_modify: false,
    review_comments: 0,
    commits: commits.length,
    additions: files.reduce((sum, file) => sum + file.additions, 0),
    deletions: files.reduce((sum, file) => sum + file.deletions, 0),
    changed_files: files.length,
  };
}

export function reviewCommentShape(
  world: World,
  repository: Repository,
  { number }: PullIssue,
  comment: ReviewComment,
) {
  const pull = `${repositoryUrl(world, repository)}/pulls/${number}`;
  const url = `${repositoryUrl(world, repository)}/pulls/comments/${comment.id}`;
  const page = `${repositoryPage(world, repository)}/pull/${number}#discussion_r${comment.id}`;
  return {
    id: comment.id,
    node_id: `PRRC_${comment.id}`,
    url,
    html_url: page,
    pull_request_url: pull,
    diff_hunk: comment.hunk,
    path: comment.path,
    line: comment.line,
    side: 'RIGHT',
    commit_id: comment.commitSha,
    original_commit_id: comment.commitSha,
    user: accountShape(world, comment.author),
    body: comment.body,
    created_at: comment.createdAt,
    updated_at: comment.updatedAt,
    author_association: 'NONE',
    _links: { self: { href: url }, html: { href: page }, pull_request: { href: pull } },
  };
}

export async function baseSha(repository: Repository, issue: PullIssue): Promise<string> {
  return (await readRef(repository.git, `refs/heads/${issue.pull.base}`)) ?? issue.pull.headSha;
}

/** The commit that a pull request's diff starts from. */
export function mergeBase(repository: Repository, base: string, issue: PullIssue): Promise<string> {
  return repository.git.text(['merge-base', base, issue.pull.headSha]);
}

function sideShape(world: World, repository: Repository, branch: string, sha: string) {
  return {
    label: `${repository.owner.login}:${branch}`,
    ref: branch,
    sha,
    user: accountShape(world, repository.owner),
    repo: repositoryShape(world, repository),
  };
}

function links(url: string, issueUrl: string, page: string) {
  const link = (href: string) => ({ href });
  return {
    self: link(url),
    html: link(page),
    issue: link(issueUrl),
    comments: link(`${issueUrl}/comments`),
    review_comments: link(`${url}/comments`),
    review_comment: link(`${url}/comments{/number}`),
    commits: link(`${url}/commits`),
    statuses: link(`${url}/statuses`),
  };
}
