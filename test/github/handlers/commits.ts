import type { RestEndpointMethodTypes as Rest } from '@octokit/rest';
import { changedFiles } from '../git/changed-files.ts';
import { listCommits, readCommit } from '../git/commits.ts';
import { type Operations, ok, onRepository, type Reply, type RepositoryCall } from '../rest/operation.ts';
import { paged } from '../rest/page.ts';
import { changedFileShape, commitShape } from '../shapes/commit.ts';
import { repositoryPage, repositoryUrl } from '../shapes/repository.ts';
import { reads } from '../world/permissions.ts';
import { notFound } from '../world/refusal.ts';

type List = Rest['repos']['listCommits']['parameters'];
type Compare = Rest['repos']['compareCommitsWithBasehead']['parameters'];

export const commitOperations: Operations = {
  'repos/list-commits': onRepository<List>(reads('contents'), list),
  'repos/compare-commits-with-basehead': onRepository<Compare>(reads('contents'), compare),
};

async function list(call: RepositoryCall<List>): Promise<Reply> {
  const { world, repository, parameters } = call;
  const head = await commitId(call, parameters.sha ?? repository.defaultBranch);
  const paths = parameters.path === undefined ? [] : ['--', parameters.path];
  const commits = await listCommits(repository.git, [head, ...paths]);
  return paged(call, commits, (page) => page.map((commit) => commitShape(world, repository, commit)));
}

async function compare(call: RepositoryCall<Compare>): Promise<Reply> {
  const { world, repository } = call;
  const { git } = repository;
  const [baseName = '', headName = ''] = call.parameters.basehead.split('...');
  const [base, head] = [await commitId(call, baseName), await commitId(call, headName)];
  const common = await git.attempt(['merge-base', base, head]);
  if (common.code !== 0) throw notFound(`No common ancestor between ${baseName} and ${headName}.`);
  const mergeBase = common.stdout.toString('utf8').trim();
  const ahead = await listCommits(git, ['--reverse', `${base}..${head}`]);
  const behind = await listCommits(git, [`${head}..${base}`]);
  const files = await changedFiles(git, mergeBase, head);
  const commit = async (sha: string) => {
    const found = await readCommit(git, sha);
    return found && commitShape(world, repository, found);
  };
  return ok({
    ...links(call, baseName, headName),
    base_commit: await commit(base),
    merge_base_commit: await commit(mergeBase),
    status: statusOf(ahead.length, behind.length),
    ahead_by: ahead.length,
    behind_by: behind.length,
    total_commits: ahead.length,
    commits: ahead.map((one) => commitShape(world, repository, one)),
    files: files.map((file) => changedFileShape(world, repository, head, file)),
  });
}

function statusOf(ahead: number, behind: number): string {
  if (ahead > 0 && behind > 0) return 'diverged';
  if (ahead > 0) return 'ahead';
  return behind > 0 ? 'behind' : 'identical';
}

function links({ world, repository }: RepositoryCall<unknown>, base: string, head: string) {
  const page = `${repositoryPage(world, repository)}/compare/${base}...${head}`;
  const url = `${repositoryUrl(world, repository)}/compare/${base}...${head}`;
  return { url, html_url: page, permalink_url: page, diff_url: `${page}.diff`, patch_url: `${page}.patch` };
}

async function commitId({ repository }: RepositoryCall<unknown>, name: string): Promise<string> {
  const sha = await repository.git.resolve(`${name}^{commit}`);
  if (sha === undefined) throw notFound();
  return sha;
}
