import { isAncestor, readRef } from '../git/refs.ts';
import { notFound, validationFailed } from './refusal.ts';
import { findRepository } from './repositories.ts';
import {
  type Issue,
  type PullRequest,
  type Repository,
  type ReviewComment,
  timestamp,
  type World,
} from './state.ts';
import { type Author, openIssue } from './threads.ts';

export interface NewPull {
  title: string;
  /** A branch of this repository, or `owner:branch` for a fork's. */
  head: string;
  base: string;
  body?: string | null | undefined;
  draft?: boolean | undefined;
}

/** An issue that is a pull request. */
export type PullIssue = Issue & { readonly pull: PullRequest };

export async function openPull(
  world: World,
  repository: Repository,
  author: Author,
  given: NewPull,
): Promise<PullIssue> {
  const { headRepository, branch } = headOf(world, repository, given.head);
  const headSha = await readRef(headRepository.git, `refs/heads/${branch}`);
  const baseSha = await readRef(repository.git, `refs/heads/${given.base}`);
  if (headSha === undefined) throw invalid('head');
  if (baseSha === undefined) throw invalid('base');
  refuseSecondPull(repository, headRepository, branch, given.base);
  await fetchHead(repository, headRepository, headSha);
  if (await isAncestor(repository.git, headSha, baseSha)) {
    throw custom(`No commits between ${given.base} and ${given.head}`);
  }
  const pull: PullRequest = {
    headRepository,
    head: branch,
    base: given.base,
    draft: given.draft ?? false,
    headSha,
    mergedAt: null,
    reviewComments: [],
  };
  const issue = openIssue(world, repository, author, { title: given.title, body: given.body, pull });
  await repository.git.text(['update-ref', pullRef(issue), headSha]);
  return findPull(repository, issue.number);
}

function headOf(world: World, repository: Repository, head: string) {
  const [owner, branch] = head.includes(':') ? head.split(/:(.*)/s) : [repository.owner.login, head];
  if (owner === undefined || branch === undefined) throw invalid('head');
  if (owner.toLowerCase() === repository.owner.login.toLowerCase()) {
    return { headRepository: repository, branch };
  }
  return { headRepository: findRepository(world, `${owner}/${repository.name}`), branch };
}

function refuseSecondPull(
  repository: Repository,
  headRepository: Repository,
  branch: string,
  base: string,
): void {
  const second = pulls(repository).some(
    ({ state, pull }) =>
      state === 'open' &&
      pull.headRepository === headRepository &&
      pull.head === branch &&
      pull.base === base,
  );
  if (second) throw custom(`A pull request already exists for ${headRepository.owner.login}:${branch}.`);
}

export interface NewReviewComment {
  body: string;
  path: string;
  line: number;
  /** The part of the diff that it stands on. */
  hunk: string;
}

export function addReviewComment(
  world: World,
  { pull }: PullIssue,
  { account }: Author,
  given: NewReviewComment,
): ReviewComment {
  const at = timestamp(world);
  const comment = {
    ...given,
    id: world.nextId(),
    author: account,
    createdAt: at,
    updatedAt: at,
    commitSha: pull.headSha,
  };
  pull.reviewComments.push(comment);
  return comment;
}

/** Brings a fork's commit into the base repository, where GitHub keeps it under `refs/pull`. */
async function fetchHead(repository: Repository, headRepository: Repository, sha: string): Promise<void> {
  if (repository !== headRepository) {
    await repository.git.text(['fetch', '--quiet', headRepository.git.dir, sha]);
  }
}

/** Lets every open pull request follow its head branch. To be called after any change of refs. */
export async function followHeads(world: World): Promise<void> {
  for (const repository of world.repositories.values()) {
    for (const issue of pulls(repository).filter(({ state }) => state === 'open')) {
      await followHead(repository, issue);
    }
  }
}

async function followHead(repository: Repository, issue: PullIssue): Promise<void> {
  const { pull } = issue;
  const headSha = await readRef(pull.headRepository.git, `refs/heads/${pull.head}`);
  if (headSha === undefined || headSha === pull.headSha) return;
  await fetchHead(repository, pull.headRepository, headSha);
  await repository.git.text(['update-ref', pullRef(issue), headSha]);
  pull.headSha = headSha;
}

export function pulls(repository: Repository): PullIssue[] {
  return [...repository.issues.values()].filter(isPull);
}

export function findPull(repository: Repository, number: number): PullIssue {
  const issue = repository.issues.get(number);
  if (issue === undefined || !isPull(issue)) throw notFound();
  return issue;
}

function isPull(issue: Issue): issue is PullIssue {
  return issue.pull !== undefined;
}

function pullRef(issue: Issue): string {
  return `refs/pull/${issue.number}/head`;
}

function invalid(field: string) {
  return validationFailed({ resource: 'PullRequest', field, code: 'invalid' });
}

function custom(message: string) {
  return validationFailed({ resource: 'PullRequest', code: 'custom', message });
}
