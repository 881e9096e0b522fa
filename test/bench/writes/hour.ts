import { subscribe } from 'node:diagnostics_channel';
import { type LiveReport, openLiveReport } from '../../../core/dispatch/live-report.ts';
import { openGitHub } from '../../../core/dispatch/open-github.ts';
import { countActiveRuns } from '../../../core/github/index.ts';
import { type LoopbackGitHub, startGitHub } from '../../github/server.ts';
import { PERMISSIONS } from '../../main-job/set-up.ts';
import { type FakeClock, fakeClock } from '../../support/clock.ts';
import { sampleRecords } from '../trace/sample-records.ts';
import { busyHouse } from './busy-house.ts';

const EVENT_MS = 100;
const EVENTS = 36_000;
const RECORDS_A_TURN = 7;
const WORKFLOW = 'penguin.yml';

/** One request that changed something, as GitHub saw it. */
export interface Write {
  /** Seconds since the hour began. */
  at: number;
  operation: string;
}

/** One of `runs` runs tells ten events a second for an hour, which passes on a clock of its own; the requests are real. */
export async function playHour(runs: number): Promise<Write[]> {
  const clock = fakeClock();
  const github = await startGitHub({ now: clock.now });
  try {
    const live = await openReport(github, clock, runs);
    const began = clock.now();
    await tell(live, clock);
    return writesOf(github, began);
  } finally {
    await github.close();
  }
}

async function openReport(github: LoopbackGitHub, clock: FakeClock, runs: number): Promise<LiveReport> {
  const repository = await github.addRepository({ owner: 'octo', name: 'busy' });
  const issue = repository.openIssue({ by: 'octo', title: 'Much to tell', body: '' });
  for (let run = 0; run < runs; run++) {
    repository.startRun(
      await repository.addRun({ workflow: WORKFLOW, event: 'issue_comment', actor: 'octo' }),
    );
  }
  const token = github.tokens.workflow({ repository: repository.fullName, permissions: PERMISSIONS });
  const house = busyHouse(clock, github);
  const client = openGitHub(
    { owner: 'octo', repo: 'busy', defaultBranch: 'main', private: false },
    token,
    house,
  );
  const record = {
    sessionId: 'session-2026-11-30-12-00-00_0123456789abcdef0123456789abcdef',
    title: 'tell much',
    startedAt: clock.now().toISOString(),
    notices: [],
    caps: {},
    thread: { number: issue.number },
  };
  const activeRuns = (signal: AbortSignal) => countActiveRuns(client, WORKFLOW, signal);
  return openLiveReport({ github: client, house, record, activeRuns });
}

async function tell(live: LiveReport, clock: FakeClock): Promise<void> {
  const answered = watchRequests();
  void live.open();
  for (const message of sampleRecords(Math.ceil(EVENTS / RECORDS_A_TURN)).slice(0, EVENTS)) {
    live.push(message);
    await clock.advance(EVENT_MS);
    await answered();
  }
  await live.finish();
}

function writesOf({ requests }: LoopbackGitHub, began: Date): Write[] {
  return requests
    .filter(({ method }) => method !== 'GET')
    .map(({ at, operation }) => ({ at: (Date.parse(at) - began.getTime()) / 1000, operation }));
}

/** Resolves when every request of this process has its answer, and what waited for it has gone on. */
function watchRequests(): () => Promise<void> {
  let open = 0;
  subscribe('undici:request:create', () => open++);
  subscribe('undici:request:trailers', () => open--);
  subscribe('undici:request:error', () => open--);
  return async () => {
    for (let quiet = 0; quiet < 2; quiet++) {
      await new Promise((resolve) => setImmediate(resolve));
      if (open > 0) quiet = -1;
    }
  };
}
