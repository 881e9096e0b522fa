import type { RestEndpointMethodTypes as Rest } from '@octokit/rest';
import { type Identity, readCommit, writeCommit } from '../git/commits.ts';
import { writeBlob } from '../git/objects.ts';
import { listTree, type TreeChange, type TreeEntry, writeTree } from '../git/trees.ts';
import {
  created,
  type Operations,
  ok,
  onRepository,
  type Reply,
  type RepositoryCall,
} from '../rest/operation.ts';
import { gitCommitShape } from '../shapes/commit.ts';
import { repositoryUrl } from '../shapes/repository.ts';
import { authorOf } from '../world/author.ts';
import { reads, writes } from '../world/permissions.ts';
import { notFound, unprocessable } from '../world/refusal.ts';
import { timestamp } from '../world/state.ts';

type CreateBlob = Rest['git']['createBlob']['parameters'];
type GetBlob = Rest['git']['getBlob']['parameters'];
type CreateTree = Rest['git']['createTree']['parameters'];
type GetTree = Rest['git']['getTree']['parameters'];
type CreateCommit = Rest['git']['createCommit']['parameters'];
type GetCommit = Rest['git']['getCommit']['parameters'];

export const gitObjectOperations: Operations = {
  'git/create-blob': onRepository<CreateBlob>(writes('contents'), createBlob),
  'git/get-blob': onRepository<GetBlob>(reads('contents'), getBlob),
  'git/create-tree': onRepository<CreateTree>(writes('contents'), createTree),
  'git/get-tree': onRepository<GetTree>(reads('contents'), getTree),
  'git/create-commit': onRepository<CreateCommit>(writes('contents'), createCommit),
  'git/get-commit': onRepository<GetCommit>(reads('contents'), getCommit),
};

async function createBlob({ world, repository, parameters }: RepositoryCall<CreateBlob>): Promise<Reply> {
  const { content, encoding } = parameters;
  const sha = await writeBlob(
    repository.git,
    encoding === 'base64' ? Buffer.from(content, 'base64') : content,
  );
  return created({ sha, url: `${repositoryUrl(world, repository)}/git/blobs/${sha}` });
}

async function getBlob({ world, repository, parameters }: RepositoryCall<GetBlob>): Promise<Reply> {
  const blob = await repository.git.object(`${parameters.file_sha}^{blob}`);
  if (blob === undefined) throw notFound();
  return ok({
    sha: blob.sha,
    node_id: `B_${blob.sha}`,
    size: blob.content.length,
    url: `${repositoryUrl(world, repository)}/git/blobs/${blob.sha}`,
    content: blob.content.toString('base64'),
    encoding: 'base64',
  });
}

async function createTree(call: RepositoryCall<CreateTree>): Promise<Reply> {
  const { git } = call.repository;
  const base = call.parameters.base_tree;
  if (base !== undefined && (await git.resolve(`${base}^{tree}`)) === undefined) throw notFound();
  const changes = await Promise.all(call.parameters.tree.map((entry) => treeChange(call, entry)));
  const sha = await writeTree(git, changes, base);
  return created(treeShape(call, sha, await listTree(git, sha, false)));
}

async function treeChange(
  { repository }: RepositoryCall<unknown>,
  { path, mode, sha, content }: CreateTree['tree'][number],
): Promise<TreeChange> {
  if (path === undefined || mode === undefined) throw unprocessable('tree.path and tree.mode must be given');
  if (content !== undefined && sha !== undefined) {
    throw unprocessable('Must supply either tree.sha or tree.content');
  }
  if (content !== undefined) return { path, mode, sha: await writeBlob(repository.git, content) };
  if (sha === undefined) throw unprocessable('Must supply a valid tree.sha');
  if (sha !== null && (await repository.git.resolve(`${sha}^{object}`)) === undefined) {
    throw unprocessable(`tree.sha ${sha} is not a valid blob`);
  }
  return { path, mode, sha };
}

async function getTree(call: RepositoryCall<GetTree>): Promise<Reply> {
  const { git } = call.repository;
  const sha = await git.resolve(`${call.parameters.tree_sha}^{tree}`);
  if (sha === undefined) throw notFound();
  return ok(treeShape(call, sha, await listTree(git, sha, call.parameters.recursive !== undefined)));
}

function treeShape({ world, repository }: RepositoryCall<unknown>, sha: string, entries: TreeEntry[]) {
  const url = `${repositoryUrl(world, repository)}/git`;
  const tree = entries.map((entry) => ({ ...entry, url: `${url}/${entry.type}s/${entry.sha}` }));
  return { sha, url: `${url}/trees/${sha}`, truncated: false, tree };
}

async function createCommit(call: RepositoryCall<CreateCommit>): Promise<Reply> {
  const { world, repository, parameters } = call;
  const { git } = repository;
  const tree = await git.resolve(`${parameters.tree}^{tree}`);
  const given = parameters.parents ?? [];
  const parents = await Promise.all(given.map((parent) => git.resolve(`${parent}^{commit}`)));
  if (tree === undefined) throw unprocessable('Tree SHA does not exist');
  if (!parents.every((parent) => parent !== undefined)) {
    throw unprocessable('Parent SHA does not exist or is not a commit object');
  }
  const author = identityOf(call, parameters.author);
  const committer = parameters.committer === undefined ? author : identityOf(call, parameters.committer);
  const sha = await writeCommit(git, { tree, parents, message: parameters.message, author, committer });
  const commit = await readCommit(git, sha);
  return created(commit && gitCommitShape(world, repository, commit));
}

function identityOf(
  { world, caller }: RepositoryCall<unknown>,
  given: Partial<Identity> | undefined,
): Identity {
  const { id, login } = authorOf(caller).account;
  const name = given?.name ?? login;
  const email = given?.email ?? `${id}+${login}@users.noreply.github.com`;
  return { name, email, date: given?.date ?? timestamp(world) };
}

async function getCommit({ world, repository, parameters }: RepositoryCall<GetCommit>): Promise<Reply> {
  const commit = await readCommit(repository.git, parameters.commit_sha);
  if (commit === undefined) throw notFound();
  return ok(gitCommitShape(world, repository, commit));
}
