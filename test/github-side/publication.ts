/** Changes that are ready to be published, in a clone of `octo/demo`. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { openRepository, type Repository } from '../../core/git/index.ts';
import { findOpenPullRequest, publish } from '../../core/github/index.ts';
import type { PublicationRequest } from '../../core/github/publisher.ts';
import { defaults, git, write } from '../git/fixture.ts';
import type { StagedRepository } from '../github/stage.ts';
import { openStage, type StageOptions } from './stage.ts';

export const BASE = 'penguin/1-fix';

/** One clone of `octo/demo` for all tests, with a change in it. */
let cloned: ReturnType<typeof clone> | undefined;

async function clone(staged: StagedRepository) {
  const workspaceDir = join(folder, 'work');
  const earlierSha = await staged.commit({ branch: BASE, files: { 'earlier.txt': 'earlier' } });
  // Not over HTTP: a clone that blocks would wait for a server in this very process.
  git('/', 'clone', '-q', staged.git.dir, workspaceDir);
  await staged.git.text(['update-ref', '-d', `refs/heads/${BASE}`]);
  const opened = await openRepository({ ...defaults(workspaceDir), scratchDir: join(folder, 'scratch') });
  if (opened.kind !== 'repository') throw new Error(opened.message);
  const { repository } = opened;
  const { sha: baseSha } = await repository.head();
  const before = await repository.snapshot();
  write(workspaceDir, { 'fix.txt': 'fixed\n' });
  const after = await repository.snapshot();
  const trees = { base: baseSha, before: before.tree, after: after.tree };
  return { repository, baseSha, earlierSha, composed: await repository.composeTree(trees) };
}

const folder = mkdtempSync(join(tmpdir(), 'penguin-publisher-'));

afterAll(async () => {
  await (await cloned)?.repository.close();
  rmSync(folder, { recursive: true });
});

/** A change that is ready to be published. */
export async function changed(options: StageOptions = {}) {
  const stage = await openStage(options);
  const { loopback, clock, github, token } = stage;
  cloned ??= clone(stage.repository);
  const { repository, baseSha, earlierSha, composed } = await cloned;
  const pushes: string[] = [];
  const request: PublicationRequest = {
    github,
    repository,
    clock,
    remote: { url: `${loopback.serverUrl}/octo/demo.git`, token },
    baseSha,
    tree: composed.tree,
    changes: composed.changes,
    asker: { login: 'ann', id: 77, type: 'User' },
    title: 'Fix the bug',
    branch: { base: BASE, taken: [] },
    continued: undefined,
    into: 'main',
    body: 'Closes #1',
    signal: new AbortController().signal,
    onPush: (branch) => pushes.push(branch),
  };
  return {
    ...stage,
    request,
    earlierSha,
    pushes,
    publish: (change: Partial<PublicationRequest> = {}) => publish({ ...request, ...change }),
    pulls: () => [...stage.repository.issues.values()].filter(({ pull }) => pull !== undefined),
    branches: async () => Object.keys(await stage.repository.refs('refs/heads/penguin/')),
  };
}

/** Where the push has been: what follows it needs no git. */
export async function pushed(options: StageOptions = {}) {
  const { request, ...stage } = await changed(options);
  const sha = await stage.repository.commit({ branch: BASE, files: { 'fix.txt': 'fixed' } });
  const repository: Repository = {
    ...request.repository,
    commit: async () => sha,
    push: async () => ({ kind: 'pushed' }),
  };
  return {
    ...stage,
    publish: (change: Partial<PublicationRequest> = {}) => publish({ ...request, repository, ...change }),
  };
}

/** With a pull request that an earlier run opened, and what a run needs to go on with it. */
export async function continued<S extends Awaited<ReturnType<typeof changed>>>(stage: S) {
  const { repository, github, earlierSha } = stage;
  await repository.git.text(['update-ref', `refs/heads/${BASE}`, earlierSha]);
  await repository.openPull({ by: 'github-actions[bot]', title: 'Fix the bug', head: BASE, base: 'main' });
  const pull = await findOpenPullRequest(github, BASE);
  if (pull === undefined) throw new Error('there is no pull request');
  const commit = {
    continued: { pullRequest: pull, text: 'ours' as const },
    baseSha: earlierSha,
    title: 'Fix more',
    body: 'More',
  };
  return { ...stage, pull, commit };
}
