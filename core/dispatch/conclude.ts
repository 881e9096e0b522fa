import { dirname } from 'node:path';
import { openThreadRef, type ReactionContent, uploadArtifact } from '../github/index.ts';
import { createBuild, type OutcomeKind } from '../omnimessage/index.ts';
import { sentence } from '../render/index.ts';
import type { Verdict } from './decide-outcome.ts';
import type { Ending } from './ending.ts';
import type { LiveReport } from './live-report.ts';
import { reactTo, takeBackFrom } from './reaction.ts';
import { isForAPerson, tellOnIssue } from './tell-on-issue.ts';
import { withoutPermission } from './without-permission.ts';

/** Traces of public repositories are public: they are not kept longer than a review takes. */
const RETENTION_DAYS = 7;

const REACTIONS: Partial<Record<OutcomeKind, ReactionContent>> = {
  answered: '+1',
  no_change: '+1',
  changed: 'rocket',
};

/**
 * Says how the run ended, everywhere: in the trace, in the live comment, by a reaction; and lets the Thread go. Nothing here may keep
 * the rest from being done.
 */
export async function conclude(live: LiveReport, verdict: Verdict): Promise<Ending> {
  const { record, session, house } = live;
  const outcome = { ...verdict, usage: live.view().usage };
  const message =
    session === undefined
      ? createBuild(house.clock.now)({ type: 'outcome', ...outcome })
      : await session.end(outcome);
  await session?.dispose();
  live.push(message);
  await Promise.all([
    live.finish(),
    uploadTrace(live),
    changeReactions(live, outcome.kind),
    letGo(live),
    tellElsewhere(live, outcome.kind),
  ]);
  house.keepForLastPhase('');
  return {
    outcome,
    sentence: sentence(outcome),
    summary: live.summary(),
    sessionId: record.sessionId,
    ...(record.traceFile === undefined ? {} : { traceFile: record.traceFile }),
  };
}

/** A Task without a Thread has no live comment: what is for a person goes to the issue of its kind. */
async function tellElsewhere(live: LiveReport, kind: OutcomeKind): Promise<void> {
  const { recurrence, title } = live.record;
  if (recurrence === undefined || !isForAPerson(kind)) return;
  const untold = await tellOnIssue(live.github, recurrence, { title, text: live.comment() });
  if (untold !== undefined) live.notice(untold);
}

async function uploadTrace({ record, house }: LiveReport): Promise<void> {
  const { traceFile, sessionId } = record;
  if (!house.artifacts || traceFile === undefined) return;
  const name = `penguin-${sessionId}-${house.run.attempt}`;
  try {
    const files = [traceFile, ...(record.patchFile === undefined ? [] : [record.patchFile])];
    await uploadArtifact({ name, files, rootDir: dirname(traceFile), retentionDays: RETENTION_DAYS });
  } catch (error) {
    house.log.warn(`the trace is not among the run's artifacts: ${String(error)}`);
  }
}

async function changeReactions({ record, github, house }: LiveReport, kind: OutcomeKind): Promise<void> {
  const { thread } = record;
  if (thread === undefined) return;
  const content = REACTIONS[kind];
  await withoutPermission(house.log, 'the reactions stay as they are', async () => {
    if (content !== undefined) await reactTo(github, thread, content);
    if (thread.eyes !== undefined) await takeBackFrom(github, thread, thread.eyes);
  });
}

async function letGo({ record, github, house }: LiveReport): Promise<void> {
  const { thread, sessionId } = record;
  if (thread === undefined) return;
  await withoutPermission(
    house.log,
    'the Thread stays taken until the next command finds this run over',
    () => openThreadRef(github, thread.number).release(sessionId),
  );
}
