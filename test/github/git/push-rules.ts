import { unprocessable } from '../world/refusal.ts';
import type { Repository } from '../world/state.ts';
import type { BareGit } from './bare.ts';

/** A workflow file that commits of `sha`, new to the repository, touch; undefined when they touch none. */
export async function workflowChange(git: BareGit, sha: string): Promise<string | undefined> {
  const names = ['--format=', '--name-only', '-z', '-m', '--root', '--full-history'];
  const log = await git.attempt(['log', ...names, sha, '--not', '--all', '--', '.github/workflows']);
  // Of what is no commit nothing can be told; whoever takes the id refuses it.
  return log.stdout
    .toString('utf8')
    .split('\0')
    .find((path) => path.trim() !== '')
    ?.trim();
}

/** The reason that GitHub's git server gives for the same. */
export function workflowRefusal(path: string): string {
  return `refusing to allow a GitHub App to create or update workflow \`${path}\` without \`workflows\` permission`;
}

export function isProtected(repository: Repository, ref: string): boolean {
  return repository.protectedBranches.has(ref.replace(/^refs\/heads\//, ''));
}

export function refuseProtected(repository: Repository, ref: string): void {
  if (isProtected(repository, ref)) throw unprocessable('Changes must be made through a pull request.');
}
