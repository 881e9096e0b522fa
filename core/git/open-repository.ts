import { join } from 'node:path';
import type { Clock, Redact } from '../omnimessage/index.ts';
import { GitError } from './git-error.ts';
import { inertConfig } from './inert-config.ts';
import { askLayout } from './layout.ts';
import { locate } from './locate.ts';
import { bindRepository, type Repository } from './repository.ts';
import { createGit, type Git } from './run.ts';
import { bindOwn, createSealedDir } from './sealed-dir.ts';
import { trustedPath } from './trusted-path.ts';
import { atLeast, type GitVersion, parseVersion } from './version.ts';

export interface RepositoryOptions {
  /** The repository's top folder, or a folder inside it. */
  workspaceDir: string;
  /** PATH, to find git. Entries inside the repository are not used. */
  path: string;
  /**
   * For a working folder of ours. The model's commands must not reach it: who can write there, can run programs as
   * us.
   */
  scratchDir: string;
  clock: Clock;
  /** For what git prints. */
  redact: Redact;
}

export type OpenedRepository =
  /** `headSha` is the commit that was checked out at that moment. */
  | { kind: 'repository'; repository: Repository; headSha: string }
  /** Nothing can be committed, compared or published here. `message` says why and what to do. */
  | { kind: 'unusable'; reason: UnusableReason; message: string };

type UnusableReason = 'not_a_repository' | 'bare' | 'no_commit' | 'no_git';

const NEEDED: GitVersion = [2, 32];

/** Opens the repository of a Workspace. Close it when done; every other failure than the named ones is thrown. */
export async function openRepository(options: RepositoryOptions): Promise<OpenedRepository> {
  const { workspaceDir, scratchDir, clock, redact } = options;
  const location = await locate(workspaceDir);
  if (location.kind === 'bare') return unusable('bare', workspaceDir);
  if (location.kind === 'none') return unusable('not_a_repository', workspaceDir);
  const { top, gitDir } = location;

  const path = trustedPath(options.path, top);
  const git = createGit({ path, home: join(scratchDir, 'no-home'), clock, redact });
  const version = await versionOf(git, top);
  if (version === undefined || !atLeast(version, NEEDED)) return unusable('no_git', workspaceDir);

  const own = bindOwn(git, top, gitDir);
  // Each start of git costs milliseconds before the first model request: neither waits for the other.
  const [layout, inert] = await Promise.all([askLayout(own), inertConfig(own)]);
  const { headSha } = layout;
  if (headSha === undefined) return unusable('no_commit', workspaceDir);
  const dir = await createSealedDir({ git, own, top, scratchDir, layout, inert });
  return { kind: 'repository', repository: bindRepository(dir, version, clock), headSha };
}

async function versionOf(git: Git, cwd: string): Promise<GitVersion | undefined> {
  try {
    const { stdout } = await git(['version'], { cwd });
    return parseVersion(stdout.toString('utf8'));
  } catch (error) {
    if (error instanceof GitError && error.failure.kind === 'not_started') return undefined;
    throw error;
  }
}

const CURES: Record<UnusableReason, string> = {
  not_a_repository:
    'is not in a git repository: check one out first (actions/checkout), or name the folder that holds it',
  bare: 'is a bare git repository, without files to work on: clone it and name the clone',
  no_commit: 'is a git repository without a commit: make a first one',
  no_git: `needs git ${NEEDED.join('.')} or newer, on PATH and outside the repository: install it`,
};

function unusable(reason: UnusableReason, workspaceDir: string): OpenedRepository {
  return { kind: 'unusable', reason, message: `${workspaceDir} ${CURES[reason]}.` };
}
