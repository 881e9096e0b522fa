import { basename } from 'node:path';
import type { RestEndpointMethodTypes as Rest } from '@octokit/rest';
import { listTree, type TreeEntry } from '../git/trees.ts';
import { type Operations, ok, onRepository, type Reply, type RepositoryCall } from '../rest/operation.ts';
import { repositoryPage, repositoryUrl } from '../shapes/repository.ts';
import { reads } from '../world/permissions.ts';
import { notFound } from '../world/refusal.ts';

type Get = Rest['repos']['getContent']['parameters'];

/** Above this GitHub gives a file only raw. */
const INLINE_LIMIT = 1024 * 1024;

export const contentOperations: Operations = {
  'repos/get-content': onRepository<Get>(reads('contents'), getContent),
};

async function getContent(call: RepositoryCall<Get>): Promise<Reply> {
  const { git, defaultBranch } = call.repository;
  const ref = call.parameters.ref ?? defaultBranch;
  const path = call.parameters.path.replace(/^\/+|\/+$/g, '');
  const commit = await git.object(`${ref}^{commit}`);
  if (commit === undefined) throw notFound(`No commit found for the ref ${ref}`);
  const found = await git.object(`${commit.sha}:${path}`);
  if (found === undefined) throw notFound();
  if (found.type === 'tree') return ok(await listing(call, found.sha, path, ref));
  return file(call, await entryAt(call, commit.sha, path), ref);
}

async function listing(call: RepositoryCall<Get>, tree: string, folder: string, ref: string) {
  const entries = await listTree(call.repository.git, tree, false);
  return entries.map((entry) => {
    const path = folder === '' ? entry.path : `${folder}/${entry.path}`;
    return { ...facts(call, { ...entry, path }, ref), type: entry.type === 'tree' ? 'dir' : 'file' };
  });
}

async function entryAt(
  { repository }: RepositoryCall<Get>,
  commit: string,
  path: string,
): Promise<TreeEntry> {
  const folder = await repository.git.resolve(
    `${commit}:${path.slice(0, Math.max(0, path.lastIndexOf('/')))}`,
  );
  const entries = folder === undefined ? [] : await listTree(repository.git, folder, false);
  const entry = entries.find((candidate) => candidate.path === basename(path));
  if (entry === undefined) throw notFound();
  return { ...entry, path };
}

async function file(call: RepositoryCall<Get>, entry: TreeEntry, ref: string): Promise<Reply> {
  const bytes = (await call.repository.git.object(entry.sha))?.content ?? Buffer.alloc(0);
  const raw = /application\/vnd\.github(\.v3)?\.raw/.test(call.accept);
  if (raw) return { status: 200, raw: { type: 'application/vnd.github.raw; charset=utf-8', bytes } };
  if (entry.mode === '120000') {
    return ok({ ...facts(call, entry, ref), type: 'symlink', target: bytes.toString('utf8') });
  }
  const small = bytes.length <= INLINE_LIMIT;
  const content = small ? bytes.toString('base64').replace(/.{1,60}/g, '$&\n') : '';
  return ok({ ...facts(call, entry, ref), type: 'file', encoding: small ? 'base64' : 'none', content });
}

function facts({ world, repository }: RepositoryCall<Get>, entry: TreeEntry, ref: string) {
  const path = entry.path.split('/').map(encodeURIComponent).join('/');
  const self = `${repositoryUrl(world, repository)}/contents/${path}?ref=${encodeURIComponent(ref)}`;
  const git = `${repositoryUrl(world, repository)}/git/${entry.type}s/${entry.sha}`;
  const html = `${repositoryPage(world, repository)}/${entry.type}/${ref}/${path}`;
  return {
    name: basename(entry.path),
    path: entry.path,
    sha: entry.sha,
    size: entry.size ?? 0,
    url: self,
    git_url: git,
    html_url: html,
    download_url: entry.type === 'blob' ? `${repositoryPage(world, repository)}/raw/${ref}/${path}` : null,
    _links: { self, git, html },
  };
}
