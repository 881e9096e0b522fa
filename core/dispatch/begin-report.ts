import { actorOf, countActiveRuns } from '../github/index.ts';
import { plainLine } from '../policy/index.ts';
import type { Order } from './command.ts';
import { type LiveReport, openLiveReport } from './live-report.ts';
import { recurrenceOf } from './recurrence.ts';
import type { Scene } from './scene.ts';
import type { Settings } from './settings.ts';
import type { TakenThread } from './take-thread.ts';

const MAX_TITLE = 120;

/** Starts to tell the Report; its comment appears while the work goes on. */
export function beginReport(
  {
    order,
    settings,
    sessionId,
    thread,
  }: { order: Order; settings: Settings; sessionId: string; thread: TakenThread | undefined },
  { trigger, github, house, redact }: Scene,
): LiveReport {
  const asker = actorOf(trigger)?.login;
  const recurrence = recurrenceOf(trigger, house);
  const record = {
    sessionId,
    title: redact.text(plainLine(order.title, MAX_TITLE)),
    ...(asker === undefined ? {} : { asker }),
    startedAt: house.clock.now().toISOString(),
    notices: noticesOn(settings),
    caps: capsOf(settings),
    ...(thread === undefined ? {} : { thread }),
    ...(recurrence === undefined ? {} : { recurrence }),
  };
  const activeRuns = (signal: AbortSignal) => countActiveRuns(github, house.run.workflowFile, signal);
  const live = openLiveReport({ github, house, record, activeRuns });
  live.remember({});
  void live.open().catch((error: unknown) => house.log.warn(`the live comment is missing: ${String(error)}`));
  return live;
}

function noticesOn({ approvalMode }: Settings): string[] {
  if (approvalMode !== 'allow-all') return [];
  return [
    'Commands run without a sandbox, as approval-mode allow-all and unsafe say: they can read what this job can read, and reach the network.',
  ];
}

function capsOf({ maxTurns, maxTokens }: Settings) {
  return {
    ...(maxTurns < 0 ? {} : { turns: maxTurns }),
    ...(maxTokens < 0 ? {} : { tokens: maxTokens }),
  };
}
