import type { Clock } from '../omnimessage/index.ts';
import { askedWait, type Refusal } from './asked-wait.ts';
import { GitHubError } from './github-error.ts';
import type { RequestBudget } from './request-budget.ts';

/** Before a request is made again, in milliseconds, give or take a quarter: runs that failed together do not come back together. */
const DELAYS_MS = [500, 2_000, 5_000];
/** A cancelled run has a few seconds left. */
const HURRIED_DELAYS_MS = [500];
/** How often a request waits because GitHub asks it to. */
const MAX_ASKED = 3;

/** How one attempt at a request ended. */
export type Attempt =
  | { kind: 'answered'; data: unknown }
  | { kind: 'failed'; error: GitHubError; headers: Refusal['headers'] };

export interface Persistence {
  /** Whether doing it twice has the effect of doing it once. What GitHub refused for its limits had none, and goes again in any case. */
  repeatable: boolean;
  clock: Clock;
  random: () => number;
  budget: RequestBudget;
  signal: AbortSignal;
  /** Aborts when the run is cancelled. */
  hurry: AbortSignal;
}

/** Attempts until there is an answer, or a failure that waiting does not mend; then throws that. */
export async function persist(attempt: () => Promise<Attempt>, options: Persistence): Promise<unknown> {
  const counts = { asked: 0, failed: 0 };
  for (;;) {
    const outcome = await attempt();
    if (outcome.kind === 'answered') return outcome.data;
    await wait(outcome, counts, options);
  }
}

/** Waits as GitHub asks to, or a while where it asks for nothing; throws when that is no use. */
async function wait(
  { error, headers }: Extract<Attempt, { kind: 'failed' }>,
  counts: { asked: number; failed: number },
  { repeatable, clock, random, budget, signal, hurry }: Persistence,
): Promise<void> {
  if (signal.aborted || (error.unsure && !repeatable)) throw error;
  const asked = askedWait({ ...error, headers }, counts.asked, clock.now());
  if (asked !== undefined) {
    if (counts.asked++ === MAX_ASKED || hurry.aborted) throw error;
    if (!budget.pause(asked)) throw tooLong(error, asked);
    return;
  }
  const delay = (hurry.aborted ? HURRIED_DELAYS_MS : DELAYS_MS)[counts.failed++];
  if (!error.unsure || delay === undefined) throw error;
  await clock.sleep(delay * (0.75 + random() / 2), signal);
}

function tooLong({ route, status, answer }: GitHubError, ms: number): GitHubError {
  const minutes = Math.ceil(ms / 60_000);
  const advice = `GitHub asks to wait ${minutes} minutes, longer than a run waits: try again after that`;
  return new GitHubError(route, status, `${answer}: ${advice}`);
}
