import { execFile } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readTrace } from '../../core/trace/index.ts';
import { COMMAND, ISSUE } from '../main-job/date-repository.ts';
import { type MainJob, REPOSITORY, setUpMainJob } from '../main-job/set-up.ts';
import type { ActionRun } from '../runner/action-run.ts';
import { checkout } from '../runner/checkout.ts';
import { node24 } from '../runner/node24.ts';
import type { Narrator } from './narrator.ts';
import { watch } from './watch.ts';

/** Models take their time; without it the live comment would have nothing to tell. Milliseconds. */
const THINK_MS = 700;

export interface DemoOptions {
  /** An existing folder for what people may look at afterwards. */
  out: string;
  /** Inputs that name a live model; empty for the recorded one. */
  live: Record<string, string>;
  narrator: Narrator;
}

/** What the demo did, all of it measured. */
export interface DemoResult {
  outcome: string;
  pullRequest: number | null;
  branch: string | null;
  commentEdits: number;
  modelRequests: number;
  toolCalls: number;
  traceFile: string;
  commentFile: string;
  summaryFile: string;
  testsPassOnPullRequest: boolean;
  seconds: number;
}

export async function playDemo({ out, live, narrator }: DemoOptions): Promise<DemoResult> {
  const node = await node24();
  if (node.note !== undefined) narrator.step('node', node.note);
  const directory = mkdtempSync(join(tmpdir(), 'penguin-demo-'));
  const job = await setUpMainJob({ directory, inputs: live, thinkMs: THINK_MS });
  try {
    narrator.step(
      'repository',
      `${REPOSITORY}, with a test that fails: ${(await testsPass(job, 'refs/heads/main', directory)) ? 'no' : 'yes'}`,
    );
    narrator.step('issue', `#${job.issueNumber} ${ISSUE.title}, by @stranger`);
    narrator.step('comment', `@maintainer writes: ${COMMAND}`);
    await job.checkOut();
    watch(job, narrator);
    narrator.step('runner', `starts the built action on Node ${node.version}`);
    const run = await job.run({ node: node.path });
    narrator.step(
      'runner',
      `the step ended with exit code ${run.exitCode} after ${run.seconds.toFixed(1)} s`,
    );
    return await collect(job, run, { out, directory, narrator });
  } finally {
    await job.close();
    rmSync(directory, { recursive: true, force: true });
  }
}

async function collect(
  job: MainJob,
  run: ActionRun,
  { out, directory, narrator }: { out: string; directory: string; narrator: Narrator },
): Promise<DemoResult> {
  const {
    outcome = '',
    branch = '',
    'pull-request': pullRequest = '',
    'trace-file': traceFile = '',
  } = run.outputs;
  const files = {
    traceFile: join(out, 'trace.jsonl'),
    commentFile: join(out, 'comment.md'),
    summaryFile: join(out, 'summary.md'),
  };
  const messages = traceFile === '' ? [] : (await readTrace(traceFile)).messages;
  if (traceFile !== '') copyFileSync(traceFile, files.traceFile);
  writeFileSync(files.commentFile, `${job.ownComments().join('\n\n')}\n`);
  writeFileSync(join(out, 'comment-working.md'), `${halfWay(job)}\n`);
  writeFileSync(files.summaryFile, `${run.summary}\n`);
  const passes = branch !== '' && (await testsPass(job, `refs/heads/${branch}`, directory));
  if (branch !== '')
    narrator.step('check', `the pull request's head, checked out: its tests ${passes ? 'pass' : 'fail'}`);
  return {
    outcome,
    pullRequest: pullRequest === '' ? null : Number(pullRequest),
    branch: branch === '' ? null : branch,
    commentEdits: commentEdits(job),
    modelRequests: count(messages, 'request_begin'),
    toolCalls: count(messages, 'tool_call'),
    ...files,
    testsPassOnPullRequest: passes,
    seconds: Number(run.seconds.toFixed(2)),
  };
}

function count(messages: readonly { payload: { type: string } }[], type: string): number {
  return messages.filter(({ payload }) => payload.type === type).length;
}

/** The live comment in the middle of the work. */
function halfWay(job: MainJob): string {
  const live = job.repository.issue(job.issueNumber).comments.find(({ author }) => author.type === 'Bot');
  return live?.edits.at(2)?.body ?? '';
}

/** A comment's first body is its creation, not an edit. */
function commentEdits(job: MainJob): number {
  const ours = job.repository.issue(job.issueNumber).comments.filter(({ author }) => author.type === 'Bot');
  return ours.reduce((sum, { edits }) => sum + edits.length - 1, 0);
}

/** Whether the tests pass at a ref of the loopback GitHub, in a fresh checkout. */
async function testsPass({ github, token }: MainJob, ref: string, directory: string): Promise<boolean> {
  const into = mkdtempSync(join(directory, 'check-'));
  await checkout({ github, repository: REPOSITORY, into, token, ref });
  return new Promise((resolve) => {
    const env = { PATH: process.env.PATH, HOME: directory };
    execFile('npm', ['test'], { cwd: into, env, timeout: 60_000 }, (error) => resolve(error === null));
  });
}
