/** Our side of GitHub, over HTTP to a loopback GitHub that holds `octo/demo`. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished } from 'vitest';
import { createGitHub, type GitHub } from '../../core/github/index.ts';
import type { Clock } from '../../core/omnimessage/index.ts';
import { demo } from '../github/octokit.ts';
import { type LoopbackGitHub, startGitHub } from '../github/server.ts';
import type { StagedRepository } from '../github/stage.ts';
import type { Permissions, Role } from '../github/world/state.ts';
import { type HastyClock, hastyClock } from '../support/hasty-clock.ts';
import { quietLog } from './quiet-log.ts';

/** What the workflow of the README asks for. */
const ALL: Permissions = { actions: 'write', contents: 'write', issues: 'write', pull_requests: 'write' };

export interface StageOptions {
  /** The server's clock. */
  now?: () => Date;
  private?: boolean;
  roles?: Record<string, Role>;
  protectedBranches?: readonly string[];
  allowActionsToCreatePullRequests?: boolean;
}

export interface Stage {
  /** The other side: what it holds, what it was asked in this test, how it fails. */
  loopback: LoopbackGitHub;
  repository: StagedRepository;
  /** Our side, as `github-actions[bot]`. */
  github: GitHub;
  clock: HastyClock;
  token: string;
  /** What our side said to the operator. */
  log: ReturnType<typeof quietLog>;
  /** Our side with another clock, other permissions or a run that can be cancelled. */
  as(given: { clock?: Clock; permissions?: Permissions; signal?: AbortSignal }): GitHub;
}

/** An `octo/demo` with one commit and nothing else. Where one test leaves a request held, it must not let it go: the next one is there. */
export async function openStage(options: StageOptions = {}): Promise<Stage> {
  const { whole, repository, root } = await server();
  reset(repository, root);
  setUp(whole, repository, options);
  const loopback = ofThisTest(whole);
  const clock = hastyClock();
  const log = quietLog();
  const open = (token: string, by: Clock, signal = new AbortController().signal) =>
    createGitHub(demo, { token, apiUrl: whole.apiUrl, clock: by, random: () => 0.5, log, signal });
  const mint = (permissions: Permissions) => whole.tokens.workflow({ repository: 'octo/demo', permissions });
  const token = mint(ALL);
  return {
    loopback,
    repository,
    github: open(token, clock),
    clock,
    token,
    log,
    as: ({ clock: by = clock, permissions = ALL, signal }) => open(mint(permissions), by, signal),
  };
}

/** One server a file: to start one for each test costs more than the tests. */
let started: Promise<{ whole: LoopbackGitHub; repository: StagedRepository; root: string }> | undefined;
let now = () => new Date();

function server() {
  started ??= (async () => {
    const whole = await startGitHub({ now: () => now() });
    const repository = await whole.addRepository({ owner: demo.owner, name: demo.repo });
    const root = await repository.ref('refs/heads/main');
    if (root === undefined) throw new Error('octo/demo has no first commit');
    return { whole, repository, root };
  })();
  return started;
}

afterAll(async () => (await started)?.whole.close());

/** Takes away whatever a test may have made. */
function reset({ git, ...repository }: StagedRepository, root: string): void {
  const { issues, checks, runs, workflows, artifacts, roles, protectedBranches } = repository;
  for (const made of [issues, checks, runs, workflows, artifacts, roles, protectedBranches]) made.clear();
  rmSync(join(git.dir, 'refs'), { recursive: true });
  mkdirSync(join(git.dir, 'refs', 'heads'), { recursive: true });
  writeFileSync(join(git.dir, 'refs', 'heads', 'main'), `${root}\n`);
}

function setUp(whole: LoopbackGitHub, repository: StagedRepository, options: StageOptions): void {
  now = options.now ?? (() => new Date());
  repository.private = options.private ?? false;
  repository.allowActionsToCreatePullRequests = options.allowActionsToCreatePullRequests ?? true;
  for (const branch of options.protectedBranches ?? []) repository.protectedBranches.add(branch);
  for (const [login, role] of Object.entries(options.roles ?? {})) {
    repository.roles.set(whole.addUser(login), role);
  }
}

/** The server as one test sees it: requests, faults and interceptions are its own. */
function ofThisTest(whole: LoopbackGitHub): LoopbackGitHub {
  const firstRequest = whole.requests.length;
  const firstFault = whole.faults.length;
  onTestFinished(() => expect(whole.faults.slice(firstFault)).toEqual([]));
  return {
    ...whole,
    get requests() {
      return whole.requests.slice(firstRequest);
    },
    intercept(match, action) {
      const interception = whole.intercept(match, action);
      onTestFinished(() => interception.stop());
      return interception;
    },
  };
}
