import { dirname } from 'node:path';
import {
  findOpenPullRequest,
  findOwnComment,
  type GitHub,
  type PullRequest,
  readTrigger,
  refHead,
} from '../github/index.ts';
import { createBuild, is, isKnown, type OmniMessage, type Outcome } from '../omnimessage/index.ts';
import { type ReportFacts, sessionMarker } from '../render/index.ts';
import { openTrace, readTrace } from '../trace/index.ts';
import { conclude } from './conclude.ts';
import type { Ending } from './ending.ts';
import type { House } from './house.ts';
import type { IncomingEvent } from './incoming.ts';
import { type LiveReport, openLiveReport } from './live-report.ts';
import { openGitHub } from './open-github.ts';
import { compareUrl } from './publish-changes.ts';
import type { Scene } from './scene.ts';
import { readSessionRecord, type SessionRecord } from './session-record.ts';

const REASON = 'The run ended before the task was done: it was cancelled, or its process was killed.';

/**
 * Finishes what a dead main phase left open: its trace gets an ending, its comment is told from the trace, its Thread is let go. `kept` is what the
 * main phase kept for us. Undefined when the event is none of ours.
 */
export async function finishDeadRun(
  event: IncomingEvent,
  kept: string,
  house: House,
): Promise<Ending | undefined> {
  const record = readSessionRecord(kept);
  const trigger = readTrigger(event.name, event.payload, event.repository);
  if (trigger.kind === 'none') return undefined;

  const token = house.inputs('github-token');
  const github = openGitHub(trigger.repository, token, house);
  const comment = await lostComment(github, record);
  const live = openLiveReport({
    github,
    house,
    record: { ...record, ...comment },
    activeRuns: async () => 1,
  });
  const messages = await recorded(record);
  for (const message of messages) live.push(message);
  const pushed = await findPushed(github, record);
  live.know({ links: linksTo(pushed, trigger, house) });
  await live.open();
  const said = messages.findLast((message) => is(message, 'outcome'))?.payload;
  if (said !== undefined) return conclude(live, said);
  live.session = recordOf(record, house);
  return conclude(live, {
    kind: 'cancelled',
    reason: REASON,
    ...(pushed === undefined ? {} : { branch: pushed.branch }),
    ...(pushed?.pullRequest === undefined ? {} : { pull_request: pushed.pullRequest.number }),
  });
}

interface Pushed {
  branch: string;
  pullRequest: PullRequest | undefined;
}

/** What the dead phase had put on GitHub by then. */
async function findPushed(github: GitHub, { branch }: SessionRecord): Promise<Pushed | undefined> {
  if (branch === undefined || (await refHead(github, `heads/${branch}`)) === undefined) return undefined;
  return { branch, pullRequest: await findOpenPullRequest(github, branch) };
}

function linksTo(pushed: Pushed | undefined, trigger: Scene['trigger'], house: House): ReportFacts['links'] {
  if (pushed === undefined) return {};
  if (pushed.pullRequest !== undefined) return { pullRequest: pushed.pullRequest.url };
  return { compare: compareUrl(pushed.branch, trigger.repository.defaultBranch, { house, trigger }) };
}

/** The comment may have been made just before the main phase died, and not been kept. */
async function lostComment(
  github: GitHub,
  { thread, commentId, sessionId }: SessionRecord,
): Promise<{ commentId?: number }> {
  if (thread === undefined || commentId !== undefined) return {};
  const found = await findOwnComment(github, thread.number, sessionMarker(sessionId));
  return found === undefined ? {} : { commentId: found.id };
}

async function recorded({ traceFile }: SessionRecord): Promise<OmniMessage[]> {
  if (traceFile === undefined) return [];
  const { messages } = await readTrace(traceFile);
  return messages.flatMap((message) => (isKnown(message) ? [message] : []));
}

/** Goes on with the record where the dead phase left it. */
function recordOf({ traceFile, sessionId }: SessionRecord, { clock }: House): LiveReport['session'] {
  if (traceFile === undefined) return undefined;
  const trace = openTrace({ dir: dirname(traceFile), sessionId });
  return {
    async end(outcome: Outcome) {
      const message = createBuild(clock.now)({ type: 'outcome', ...outcome });
      trace.append(message);
      await trace.commit();
      return message;
    },
    dispose: () => trace.close(),
  };
}
