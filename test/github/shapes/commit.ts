import type { ChangedFile } from '../git/changed-files.ts';
import type { Commit, Identity } from '../git/commits.ts';
import { type Repository, type World, wholeSeconds } from '../world/state.ts';
import { accountShape } from './account.ts';
import { repositoryPage, repositoryUrl } from './repository.ts';

const UNSIGNED = { verified: false, reason: 'unsigned', signature: null, payload: null, verified_at: null };

/** A commit as the git data API shows it. */
export function gitCommitShape(world: World, repository: Repository, commit: Commit) {
  const api = `${repositoryUrl(world, repository)}/git`;
  const page = `${repositoryPage(world, repository)}/commit`;
  return {
    sha: commit.sha,
    node_id: `C_${commit.sha}`,
    url: `${api}/commits/${commit.sha}`,
    html_url: `${page}/${commit.sha}`,
    author: identityShape(commit.author),
    committer: identityShape(commit.committer),
    message: commit.message,
    tree: { sha: commit.tree, url: `${api}/trees/${commit.tree}` },
    parents: commit.parents.map((sha) => ({ sha, url: `${api}/commits/${sha}`, html_url: `${page}/${sha}` })),
    verification: UNSIGNED,
  };
}

/** A commit as the repository's history shows it. */
export function commitShape(world: World, repository: Repository, commit: Commit) {
  const { sha, node_id, html_url, parents, author, committer, message, tree } = gitCommitShape(
    world,
    repository,
    commit,
  );
  const url = `${repositoryUrl(world, repository)}/commits/${sha}`;
  return {
    sha,
    node_id,
    url,
    html_url,
    comments_url: `${url}/comments`,
    commit: { author, committer, message, tree, url, comment_count: 0, verification: UNSIGNED },
    author: accountOf(world, commit.author),
    committer: accountOf(world, commit.committer),
    parents,
  };
}

export function changedFileShape(world: World, repository: Repository, head: string, file: ChangedFile) {
  const path = file.path.split('/').map(encodeURIComponent).join('/');
  const page = repositoryPage(world, repository);
  return {
    sha: file.sha,
    filename: file.path,
    status: file.status,
    additions: file.additions,
    deletions: file.deletions,
    changes: file.additions + file.deletions,
    blob_url: `${page}/blob/${head}/${path}`,
    raw_url: `${page}/raw/${head}/${path}`,
    contents_url: `${repositoryUrl(world, repository)}/contents/${path}?ref=${head}`,
    patch: file.patch,
    previous_filename: file.previousPath,
  };
}

function identityShape({ name, email, date }: Identity) {
  return { name, email, date: wholeSeconds(new Date(date)) };
}

/** The account behind `<id>+<login>@users.noreply.github.com`; other addresses belong to nobody here. */
function accountOf(world: World, { email }: Identity) {
  const login = /^\d+\+(.+)@users\.noreply\.github\.com$/.exec(email)?.[1];
  const account = world.accounts.get((login ?? '').toLowerCase());
  return account === undefined ? null : accountShape(world, account);
}
