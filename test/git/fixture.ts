import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openRepository, type Repository, type RepositoryOptions } from '../../core/git/index.ts';
import type { Redact } from '../../core/omnimessage/index.ts';
import { hastyClock } from '../support/hasty-clock.ts';
import { tempDir } from '../support/temp.ts';

export const PERSON = { name: 'Ann', email: 'ann@example.org' };

const plain: Redact = {
  text: (text) => text,
  stream: () => ({ push: (chunk) => chunk, flush: () => '' }),
};

/** The git of a person, who has no configuration of their own. Returns what it prints, without the last newline. */
export function git(cwd: string, ...args: string[]): string {
  const env = {
    PATH: process.env.PATH,
    HOME: '/nonexistent',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_AUTHOR_NAME: PERSON.name,
    GIT_AUTHOR_EMAIL: PERSON.email,
    GIT_AUTHOR_DATE: '1764500000 +0000',
    GIT_COMMITTER_NAME: PERSON.name,
    GIT_COMMITTER_EMAIL: PERSON.email,
    GIT_COMMITTER_DATE: '1764500000 +0000',
  };
  const options = ['-c', 'protocol.file.allow=always', '-c', 'init.defaultBranch=main'];
  return execFileSync('git', [...options, ...args], { cwd, env, encoding: 'utf8', stdio: 'pipe' }).trimEnd();
}

export type Files = Record<string, string | Buffer>;

export function write(folder: string, files: Files): void {
  for (const [path, content] of Object.entries(files)) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
}

/** A repository with one commit that holds `files`. */
export function repositoryWith(files: Files, folder = join(tempDir(), 'work')): string {
  mkdirSync(folder, { recursive: true });
  git(folder, 'init', '-q');
  write(folder, files);
  commitAll(folder, 'first');
  return folder;
}

export function commitAll(folder: string, message: string): string {
  git(folder, 'add', '-A');
  git(folder, 'commit', '-q', '--allow-empty', '-m', message);
  return git(folder, 'rev-parse', 'HEAD');
}

/** Opens it as the parent does, and closes it with the test. */
export async function open(
  workspaceDir: string,
  options: Partial<RepositoryOptions> = {},
): Promise<Repository> {
  const opened = await openRepository({ ...defaults(workspaceDir), ...options });
  if (opened.kind !== 'repository') throw new Error(opened.message);
  onTestFinished(() => opened.repository.close());
  return opened.repository;
}

export function defaults(workspaceDir: string): RepositoryOptions {
  const path = process.env.PATH ?? '';
  return { workspaceDir, path, scratchDir: join(tempDir(), 'scratch'), clock: hastyClock(), redact: plain };
}

/** `mode path` of every file in a tree that is in the repository. */
export function treeOf(folder: string, tree: string): string[] {
  const entries = git(folder, 'ls-tree', '-r', '-z', tree).split('\0').filter(Boolean);
  return entries.map((entry) => entry.replace(/^(\d+) .*?\t/s, '$1 '));
}

/** What `git add -A` makes of the Workspace, with a copy of its index. */
export function treeByGit(folder: string): string {
  const index = join(tempDir(), 'index');
  // Its time goes with it: git reads files again that are not older than the index.
  execFileSync('cp', ['-p', join(folder, '.git', 'index'), index]);
  const env = {
    PATH: process.env.PATH,
    HOME: '/nonexistent',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_INDEX_FILE: index,
  };
  execFileSync('git', ['add', '-A'], { cwd: folder, env, stdio: 'pipe' });
  return execFileSync('git', ['write-tree'], { cwd: folder, env, encoding: 'utf8' }).trimEnd();
}
