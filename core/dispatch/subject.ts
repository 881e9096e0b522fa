import {
  BRANCH_PREFIX,
  type Pull,
  type PullDiff,
  readPull,
  readPullDiff,
  threadOf,
} from '../github/index.ts';
import { type EarlierSession, readPullRequestBody } from '../render/index.ts';
import type { Scene } from './scene.ts';

/** The pull request that an order is given on, as it is when the run starts. */
export interface Subject {
  pull: Pull;
  diff: PullDiff;
  /** Whether its head branch is in this repository. */
  here: boolean;
  /** The Session of ours that made it; undefined for anybody else's. */
  ours: EarlierSession | undefined;
}

/** Undefined for an order that is not given on a pull request. */
export async function readSubject(scene: Scene): Promise<Subject | undefined> {
  const { trigger, github } = scene;
  const thread = threadOf(trigger);
  if (thread?.kind !== 'pull_request') return undefined;
  const pull = await readPull(github, thread.number);
  const diff = await readPullDiff(github, pull);
  const { owner, repo } = trigger.repository;
  const here = pull.headRepository?.toLowerCase() === `${owner}/${repo}`.toLowerCase();
  return { pull, diff, here, ours: here ? earlierSession(pull, scene) : undefined };
}

/** Ours is what a bot opened with our marker from a branch of ours: a person can write any marker. */
function earlierSession(pull: Pull, { house }: Scene): EarlierSession | undefined {
  if (pull.authorType !== 'Bot' || !pull.branch.startsWith(BRANCH_PREFIX)) return undefined;
  const session = readPullRequestBody(pull.body);
  if (session === undefined) return undefined;
  const runs = house.run.url.replace(/\d+$/, '');
  const { run = '', ...rest } = session;
  return run.startsWith(runs) && /^\d+$/.test(run.slice(runs.length)) ? session : rest;
}
