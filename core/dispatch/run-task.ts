/** One Task from an order to its ending: take the Thread, make the Workspace ready, talk, publish, say how it ended. */
import { warmUp } from '../llm/index.ts';
import { beginReport } from './begin-report.ts';
import type { Order } from './command.ts';
import { conclude } from './conclude.ts';
import { converse } from './converse.ts';
import { decideOutcome, type Verdict, verdictOnError } from './decide-outcome.ts';
import { decline, wrongConfig } from './decline.ts';
import type { Ending } from './ending.ts';
import { hideKey } from './hide-key.ts';
import type { LiveReport } from './live-report.ts';
import { loadSettings } from './load-settings.ts';
import { compareUrl, publishChanges } from './publish-changes.ts';
import type { Scene } from './scene.ts';
import type { Settings } from './settings.ts';
import { standBack } from './stand-back.ts';
import { readSubject } from './subject.ts';
import { takeThread } from './take-thread.ts';
import { type OpenedWorkspace, openWorkspace, prepareWorkspace } from './workspace.ts';
import { writePrompt } from './write-prompt.ts';

export async function runTask(
  { order, context }: { order: Order; context: string },
  entered: Scene,
): Promise<Ending> {
  const reading = await loadSettings(entered);
  if (reading.kind === 'blocked') return decline({ kind: 'blocked', reason: reading.problem }, entered);
  if (reading.kind === 'config') return decline(wrongConfig(reading.problem), entered);
  const { settings } = reading;
  const scene = hideKey(settings.apiKey, entered);
  warmUp(settings.provider);
  const opening = openWorkspace(scene);
  try {
    const [opened, taking] = await Promise.all([opening, takeThread(order, scene)]);
    if (taking.kind !== 'taken') return await standBack(taking, scene);
    const { sessionId, thread } = taking;
    const live = beginReport({ order, settings, sessionId, thread }, scene);
    if (opened.kind === 'unusable') return await conclude(live, wrongConfig(opened.problem));
    try {
      return await conclude(live, await work({ order, context, settings, live, opened }, scene));
    } catch (error) {
      return await conclude(live, verdictOnError(error, scene.house.signal));
    }
  } finally {
    const opened = await opening;
    if (opened.kind === 'open') await opened.repository.close();
  }
}

interface Job {
  order: Order;
  context: string;
  settings: Settings;
  live: LiveReport;
  opened: Extract<OpenedWorkspace, { kind: 'open' }>;
}

async function work({ order, context, settings, live, opened }: Job, scene: Scene): Promise<Verdict> {
  const subject = await readSubject(scene);
  const earlier = subject?.ours?.run;
  if (earlier !== undefined) live.know({ links: { earlier } });
  const [prompt, prepared] = await Promise.all([
    writePrompt({ order, context, subject }, scene),
    prepareWorkspace(opened, subject, scene),
  ]);
  if (prepared.kind === 'blocked') return prepared;
  const { workspace } = prepared;
  for (const note of workspace.start.notes) live.notice(note);
  const talk = await converse({ order, prompt, settings, live, workspace }, scene);
  const publication = await publishChanges({ order, talk, workspace, live }, scene);
  return decideOutcome({
    end: talk.end,
    publication,
    wantsChange: order.wantsChange,
    denied: live.view().denials,
    stoppedBy: talk.stoppedBy,
    cancelled: scene.house.signal.aborted,
    compareUrl: (branch) => compareUrl(branch, workspace.start.into, scene),
  });
}
