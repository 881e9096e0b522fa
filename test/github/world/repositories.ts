import { join } from 'node:path';
import { type BareGit, initBareGit } from '../git/bare.ts';
import { writeCommit } from '../git/commits.ts';
import { writeBlob } from '../git/objects.ts';
import { writeTree } from '../git/trees.ts';
import { addAccount } from './accounts.ts';
import { notFound } from './refusal.ts';
import { type Account, type Repository, type Role, timestamp, type World } from './state.ts';

/** Content of a file by path; null removes it. Mode 100644 unless said otherwise. */
type Files = Record<string, string | Buffer | { content: string | Buffer; mode: string } | null>;

export interface NewRepository {
  owner: string;
  name: string;
  /** The first commit on the default branch. */
  files?: Files;
  private?: boolean;
  defaultBranch?: string;
  protectedBranches?: readonly string[];
  /** The repository's setting; true unless said otherwise. */
  allowActionsToCreatePullRequests?: boolean;
  /** Roles by login; accounts that do not exist are added as users. The owner is admin. */
  roles?: Record<string, Role>;
  /** Full name of the repository that this one is a fork of; it starts with that one's branches. */
  forkOf?: string;
}

export async function addRepository(world: World, given: NewRepository): Promise<Repository> {
  const owner = addAccount(world, given.owner);
  const defaultBranch = given.defaultBranch ?? 'main';
  const git = await initBareGit(join(world.folder, owner.login, `${given.name}.git`), defaultBranch);
  const source = given.forkOf === undefined ? undefined : findRepository(world, given.forkOf);
  const repository = emptyRepository(world, { ...given, owner, defaultBranch, git, source });
  for (const [login, role] of Object.entries(given.roles ?? {})) {
    repository.roles.set(addAccount(world, login), role);
  }
  if (source !== undefined) {
    await git.text(['fetch', '--quiet', source.git.dir, '+refs/heads/*:refs/heads/*']);
  }
  const files = given.files ?? (source === undefined ? { 'README.md': `# ${given.name}\n` } : undefined);
  if (files !== undefined) await commitFiles(world, repository, { files, message: 'Initial commit' });
  world.repositories.set(repository.fullName.toLowerCase(), repository);
  return repository;
}

type RepositoryParts = Omit<NewRepository, 'owner' | 'defaultBranch'> & {
  owner: Account;
  defaultBranch: string;
  git: BareGit;
  source: Repository | undefined;
};

function emptyRepository(world: World, parts: RepositoryParts): Repository {
  return {
    id: world.nextId(),
    owner: parts.owner,
    name: parts.name,
    fullName: `${parts.owner.login}/${parts.name}`,
    defaultBranch: parts.defaultBranch,
    git: parts.git,
    source: parts.source,
    createdAt: timestamp(world),
    private: parts.private ?? false,
    allowActionsToCreatePullRequests: parts.allowActionsToCreatePullRequests ?? true,
    protectedBranches: new Set(parts.protectedBranches),
    roles: new Map(),
    issues: new Map(),
    checks: new Map(),
    runs: new Map(),
    workflows: new Map(),
    artifacts: new Map(),
  };
}

export function findRepository(world: World, fullName: string): Repository {
  const repository = world.repositories.get(fullName.toLowerCase().replace(/\.git$/, ''));
  if (repository === undefined) throw notFound();
  return repository;
}

export interface FileCommit {
  files: Files;
  message?: string;
  /** The default branch unless said otherwise; a branch that does not exist starts from the default branch. */
  branch?: string;
  author?: Account;
}

/** Puts a commit on a branch, as a push by `author` would, without its checks. Returns the commit's id. */
export async function commitFiles(world: World, repository: Repository, change: FileCommit): Promise<string> {
  const { git, defaultBranch } = repository;
  const ref = `refs/heads/${change.branch ?? defaultBranch}`;
  const parent = (await git.resolve(ref)) ?? (await git.resolve(`refs/heads/${defaultBranch}`));
  const tree = await writeTree(git, await treeChanges(git, change.files), parent);
  const { login, id } = change.author ?? repository.owner;
  const author = { name: login, email: `${id}+${login}@users.noreply.github.com`, date: timestamp(world) };
  const message = change.message ?? 'Update';
  const parents = parent === undefined ? [] : [parent];
  const sha = await writeCommit(git, { tree, parents, message, author, committer: author });
  await git.text(['update-ref', ref, sha]);
  return sha;
}

function treeChanges(git: BareGit, files: Files) {
  return Promise.all(
    Object.entries(files).map(async ([path, file]) => {
      if (file === null) return { path, mode: '100644', sha: null };
      const plain = typeof file === 'string' || Buffer.isBuffer(file);
      const { content, mode } = plain ? { content: file, mode: '100644' } : file;
      return { path, mode, sha: await writeBlob(git, content) };
    }),
  );
}
