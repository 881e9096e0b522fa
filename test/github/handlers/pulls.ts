import type { RestEndpointMethodTypes as Rest } from '@octokit/rest';
import { changedFiles } from '../git/changed-files.ts';
import {
  created,
  type Operations,
  ok,
  onRepository,
  type Reply,
  type RepositoryCall,
} from '../rest/operation.ts';
import { paged } from '../rest/page.ts';
import { changedFileShape } from '../shapes/commit.ts';
import { baseSha, fullPullShape, mergeBase, pullShape, reviewCommentShape } from '../shapes/pull.ts';
import { authorOf, refuseOthers } from '../world/author.ts';
import { reads, writes } from '../world/permissions.ts';
import { findPull, openPull, type PullIssue, pulls } from '../world/pulls.ts';
import { Refusal } from '../world/refusal.ts';
import { changeIssue } from '../world/threads.ts';

type List = Rest['pulls']['list']['parameters'];
type Get = Rest['pulls']['get']['parameters'];
type Create = Rest['pulls']['create']['parameters'];
type Update = Rest['pulls']['update']['parameters'];
type ListReviewComments = Rest['pulls']['listReviewComments']['parameters'];
type ListFiles = Rest['pulls']['listFiles']['parameters'];

export const pullOperations: Operations = {
  'pulls/list': onRepository<List>(reads('pull_requests'), list),
  'pulls/get': onRepository<Get>(reads('pull_requests'), get),
  'pulls/create': onRepository<Create>(writes('pull_requests', 'read'), create),
  'pulls/update': onRepository<Update>(writes('pull_requests', 'read'), update),
  'pulls/list-files': onRepository<ListFiles>(reads('pull_requests'), listFiles),
  'pulls/list-review-comments': onRepository<ListReviewComments>(reads('pull_requests'), listReviewComments),
};

async function list(call: RepositoryCall<List>): Promise<Reply> {
  const { world, repository, parameters } = call;
  const wanted = pulls(repository)
    .filter((issue) => matches(issue, parameters))
    .reverse();
  const shapes = await Promise.all(wanted.map((issue) => pullShape(world, repository, issue)));
  return paged(call, shapes);
}

function matches({ state, pull }: PullIssue, wanted: List): boolean {
  const head = `${pull.headRepository.owner.login}:${pull.head}`;
  // GitHub passes over a `head` that names no owner, and so lists everything.
  const headFits = wanted.head === undefined || !wanted.head.includes(':') || wanted.head === head;
  const stateFits = wanted.state === 'all' || state === (wanted.state ?? 'open');
  return headFits && stateFits && (wanted.base === undefined || wanted.base === pull.base);
}

async function get({ world, repository, parameters, accept }: RepositoryCall<Get>): Promise<Reply> {
  const issue = findPull(repository, parameters.pull_number);
  if (/application\/vnd\.github(\.v3)?\.diff/.test(accept)) {
    const base = await mergeBase(repository, await baseSha(repository, issue), issue);
    const bytes = await repository.git.bytes(['diff', '-M', base, issue.pull.headSha]);
    return { status: 200, raw: { type: 'application/vnd.github.diff; charset=utf-8', bytes } };
  }
  return ok(await fullPullShape(world, repository, issue));
}

async function create({ world, repository, caller, parameters }: RepositoryCall<Create>): Promise<Reply> {
  if (caller.kind === 'installation' && !repository.allowActionsToCreatePullRequests) {
    throw new Refusal(403, 'GitHub Actions is not permitted to create or approve pull requests.');
  }
  const issue = await openPull(world, repository, authorOf(caller), {
    ...parameters,
    title: parameters.title ?? '',
  });
  return created(await fullPullShape(world, repository, issue));
}

async function update({ world, repository, caller, parameters }: RepositoryCall<Update>): Promise<Reply> {
  const issue = findPull(repository, parameters.pull_number);
  refuseOthers(caller, repository, issue.author, 'write');
  changeIssue(world, issue, { title: parameters.title, body: parameters.body, state: parameters.state });
  issue.pull.base = parameters.base ?? issue.pull.base;
  return ok(await fullPullShape(world, repository, issue));
}

function listReviewComments(call: RepositoryCall<ListReviewComments>): Reply {
  const { world, repository, parameters } = call;
  const issue = findPull(repository, parameters.pull_number);
  return paged(call, issue.pull.reviewComments, (page) =>
    page.map((comment) => reviewCommentShape(world, repository, issue, comment)),
  );
}

async function listFiles(call: RepositoryCall<ListFiles>): Promise<Reply> {
  const { world, repository, parameters } = call;
  const issue = findPull(repository, parameters.pull_number);
  const base = await mergeBase(repository, await baseSha(repository, issue), issue);
  const files = await changedFiles(repository.git, base, issue.pull.headSha);
  return paged(call, files, (page) =>
    page.map((file) => changedFileShape(world, repository, issue.pull.headSha, file)),
  );
}
