import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Activity } from './activity.ts';
import type { Case } from './case.ts';
import { evidenceOf } from './evidence.ts';
import { type Job, openJob } from './job.ts';
import { type Complaint, judge } from './judge.ts';
import { type LeapingClock, leapingClock } from './leaping-clock.ts';
import { strike } from './strike.ts';

/** What is left open when a run has ended is looked for a moment later. */
const SETTLE_MS = 20;
/** A run that goes on so long in real time hangs. */
const PATIENCE_MS = 180_000;
/** The loopback GitHub reads objects through one process. */
const STAYING_CHILDREN = 1;

export interface CaseResult {
  complaints: Complaint[];
  outcome: string;
  /** Every request of the run, in the order of arrival, as `operation#number`. */
  calls: string[];
  /** How many requests began and ended. */
  changes: number;
}

/** Plays the main job with one thing that goes wrong, or with none. */
export async function playCase(given: Case | undefined, activity: Activity): Promise<CaseResult> {
  const folder = await mkdtemp(join(tmpdir(), 'penguin-faults-'));
  const clock = leapingClock(activity);
  const job = await openJob(clock, folder);
  try {
    await activity.begin(STAYING_CHILDREN);
    const happened = given === undefined ? () => true : await strike(job, given, activity);
    const played = await play(job, clock);
    const changes = activity.changes();
    await delay(SETTLE_MS);
    const leftovers = leftoversOf(activity, clock);
    if (!happened()) leftovers.push({ kind: 'wrong', text: 'the run never came to this call' });
    const evidence = await evidenceOf(job, played.ending.traceFile);
    const complaints = judge(job, given, { ...played, evidence });
    return {
      complaints: [...complaints, ...leftovers],
      outcome: played.ending.outcome.kind,
      calls: callsOf(job),
      changes,
    };
  } finally {
    await job.close();
    await activity.begin(0);
    await rm(folder, { recursive: true, force: true });
  }
}

async function play(job: Job, clock: LeapingClock) {
  let cancelledAt: number | undefined;
  job.house.signal.addEventListener('abort', () => {
    cancelledAt = clock.monotonic();
  });
  const ending = await Promise.race([job.play(), hanging()]);
  job.repository.completeRun(job.run, 'success');
  const afterCancel = cancelledAt === undefined ? undefined : clock.monotonic() - cancelledAt;
  return { ending, afterCancel };
}

async function hanging(): Promise<never> {
  await delay(PATIENCE_MS, undefined, { ref: false });
  throw new Error(`it did not end within ${PATIENCE_MS / 1_000} s of real time`);
}

function leftoversOf(activity: Activity, clock: LeapingClock): Complaint[] {
  const found = [
    ...(activity.children() > 0 ? [`${activity.children()} child processes are left`] : []),
    ...(clock.sleeping() > 0 ? [`${clock.sleeping()} sleeps are left`] : []),
  ];
  return found.map((text) => ({ kind: 'wrong', text }));
}

function callsOf({ github, model }: Job): string[] {
  const counts = new Map<string, number>();
  const operations = [
    ...github.requests.map(({ operation }) => operation),
    ...Array.from({ length: model.requests() }, () => 'model'),
  ];
  return operations.map((operation) => {
    const number = (counts.get(operation) ?? 0) + 1;
    counts.set(operation, number);
    return `${operation}#${number}`;
  });
}
