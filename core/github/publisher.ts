/** The trusted side that writes a run's changes to GitHub: a branch of ours and a pull request, never a force, never a person's branch. */
import { type Change, GitError, type PushResult, type Repository } from '../git/index.ts';
import type { Clock } from '../omnimessage/index.ts';
import type { GitHub } from './client.ts';
import { GitHubError } from './github-error.ts';
import { withGrace } from './grace.ts';
import { freeBranch } from './own-branch.ts';
import { isWorkflowFile } from './protected-paths.ts';
import { createPullRequest, type PullRequest, updatePullRequest } from './pull-request.ts';
import { refHead } from './ref-head.ts';
import type { Actor } from './trigger.ts';

/** Another run may take the name that was free a moment ago. */
const MAX_NAMES = 20;
const BOT = { name: 'github-actions[bot]', email: '41898282+github-actions[bot]@users.noreply.github.com' };

export interface PublicationRequest {
  github: GitHub;
  repository: Repository;
  clock: Clock;
  /** Where to push, and with what. */
  remote: { url: string; token: string };
  /** The commit that the run started on; the new one stands on it. */
  baseSha: string;
  /** The tree to publish, and what it changes. */
  tree: string;
  changes: readonly Change[];
  /** Undefined for a schedule. */
  asker: Actor | undefined;
  title: string;
  /** A new branch's name without the number that makes it unique, and names that are taken. */
  branch: { base: string; taken: readonly string[] };
  /** The open pull request that the run goes on with; undefined for a new one. */
  continued: Continued | undefined;
  /** The branch that a new pull request goes into. */
  into: string;
  /** The pull request's text. */
  body: string;
  signal: AbortSignal;
  /** Told before a branch is pushed: from then on something of the run may be on GitHub. */
  onPush(branch: string): void;
}

export interface Continued {
  pullRequest: PullRequest;
  /** A person's title and text are left as they are. */
  text: 'ours' | 'theirs';
}

export type Publication =
  | { kind: 'published'; branch: string; pullRequest: PullRequest; continued: boolean }
  /** The changes themselves may not leave, or GitHub's settings want a person. What is pushed is named. */
  | { kind: 'blocked'; reason: string; branch?: string }
  | { kind: 'failed'; reason: string; branch?: string };

export async function publish(request: PublicationRequest): Promise<Publication> {
  const workflowFiles = request.changes.filter(({ path }) => isWorkflowFile(path));
  if (workflowFiles.length > 0) {
    const names = workflowFiles.map(({ path }) => path).join(', ');
    return {
      kind: 'blocked',
      reason: `The changes touch workflow files (${names}), which a run's token may not change: make that change by hand from the patch in the run's artifacts.`,
    };
  }
  const commit = await commitChanges(request);
  const pushed = await pushTo(request, commit);
  if (pushed.kind !== 'pushed') return pushed;
  return openOrUpdate(request, pushed.branch);
}

function commitChanges({ repository, clock, tree, baseSha, title, asker }: PublicationRequest) {
  const coAuthor =
    asker === undefined
      ? ''
      : `\nCo-authored-by: ${asker.login} <${asker.id}+${asker.login}@users.noreply.github.com>\n`;
  return repository.commit({
    tree,
    parents: [baseSha],
    message: `${title}\n${coAuthor}`,
    author: BOT,
    committer: BOT,
    date: clock.now(),
  });
}

type Pushed = { kind: 'pushed'; branch: string } | Exclude<Publication, { kind: 'published' }>;

async function pushTo(request: PublicationRequest, sha: string): Promise<Pushed> {
  const { continued, baseSha } = request;
  if (continued !== undefined) {
    const { branch } = continued.pullRequest;
    return outcomeOf(await push(request, branch, sha, baseSha), branch);
  }
  const taken = [...request.branch.taken];
  for (let names = 0; names < MAX_NAMES; names++) {
    const branch = freeBranch(request.branch.base, taken);
    const result = await push(request, branch, sha, 'absent');
    if (result.kind !== 'rejected' || result.reason !== 'exists') return outcomeOf(result, branch);
    taken.push(branch);
  }
  return {
    kind: 'failed',
    reason: `Every name from ${request.branch.base} on is taken: delete old branches of ours.`,
  };
}

/** Pushes, and looks what is there where only the answer may be lost: git asks again by itself when a connection is cut. */
async function push(
  request: PublicationRequest,
  branch: string,
  sha: string,
  expect: string,
): Promise<PushResult> {
  request.onPush(branch);
  const result = await tryPush(request, { ref: `refs/heads/${branch}`, sha, expect });
  const unsure =
    result.kind === 'unreachable' ||
    (result.kind === 'rejected' && (result.reason === 'exists' || result.reason === 'non_fast_forward'));
  return unsure && (await refHead(request.github, `heads/${branch}`)) === sha ? { kind: 'pushed' } : result;
}

/** A push that was stopped half-way may have had its effect, like one whose answer got lost. */
async function tryPush(
  { repository, remote, clock, signal }: PublicationRequest,
  update: { ref: string; sha: string; expect: string },
): Promise<PushResult> {
  try {
    return await withGrace(clock, signal, (stop) => repository.push({ ...remote, ...update }, stop));
  } catch (error) {
    if (!(error instanceof GitError) || error.failure.kind !== 'aborted') throw error;
    return { kind: 'unreachable', message: error.message };
  }
}

function outcomeOf(result: PushResult, branch: string): Pushed {
  if (result.kind === 'pushed') return { kind: 'pushed', branch };
  if (result.kind === 'unreachable') {
    return { kind: 'failed', reason: `Pushing ${branch} did not get through: ${result.message}` };
  }
  switch (result.reason) {
    case 'non_fast_forward':
      return {
        kind: 'blocked',
        reason: `${branch} moved while the run worked, so its changes were not pushed: they are in the run's artifacts as changes.patch. Give the command again, the new run starts from where the branch is now.`,
      };
    case 'forbidden':
      return {
        kind: 'blocked',
        reason: `The token may not push ${branch}: add \`contents: write\` to the workflow's permissions. (${result.message})`,
      };
    default:
      return { kind: 'blocked', reason: `GitHub did not take ${branch}: ${result.message}` };
  }
}

async function openOrUpdate(request: PublicationRequest, branch: string): Promise<Publication> {
  const { github, title, body, continued, into, signal } = request;
  if (signal.aborted) {
    return {
      kind: 'failed',
      branch,
      reason: `${branch} is pushed; the run was cancelled before its pull request.`,
    };
  }
  try {
    if (continued !== undefined) {
      const { pullRequest, text } = continued;
      if (text === 'ours') await updatePullRequest(github, pullRequest.number, { title, body }, signal);
      return { kind: 'published', branch, pullRequest, continued: true };
    }
    const creation = await createPullRequest(github, { title, body, head: branch, base: into });
    if (creation.kind === 'created') {
      return { kind: 'published', branch, pullRequest: creation.pullRequest, continued: false };
    }
    return { kind: 'blocked', branch, reason: refusal(creation.reason) };
  } catch (error) {
    if (!(error instanceof GitHubError)) throw error;
    return {
      kind: 'failed',
      branch,
      reason: `The branch ${branch} is pushed, its pull request failed: ${error.message}`,
    };
  }
}

function refusal(answer: string): string {
  const cure = /not permitted to create or approve pull requests/i.test(answer)
    ? 'allow it under Settings › Actions › General › Workflow permissions, or open the pull request from the compare link'
    : 'add `pull-requests: write` to the workflow’s permissions, or open the pull request from the compare link';
  return `The changes are pushed, but GitHub refused the pull request ("${answer}"): ${cure}.`;
}
