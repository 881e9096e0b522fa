import { createLiveComment, type GitHub, type LiveComment, openThreadRef } from '../github/index.ts';
import type { OmniMessage, PayloadType } from '../omnimessage/index.ts';
import {
  createReport,
  type ReportFacts,
  type ReportView,
  renderComment,
  renderSummary,
  sessionMarker,
} from '../render/index.ts';
import type { Session } from '../session/index.ts';
import type { House } from './house.ts';
import type { SessionRecord } from './session-record.ts';
import { withoutPermission } from './without-permission.ts';

/** GitHub's budget for edits is the repository's: the more runs, the rarer each one's. Milliseconds. */
const SHORTEST_INTERVAL = 10_000;
const INTERVAL_PER_RUN = 12_000;

/** What a person who watches wants to see at once; edits are few. */
const WORTH_AN_EDIT: ReadonlySet<string> = new Set([
  'plan',
  'approval_decision',
  'tool_call_output',
  'request_end',
] satisfies PayloadType[]);

/** The Report while it is told: what is known so far, and the comment that shows it. */
export interface LiveReport {
  readonly record: Readonly<SessionRecord>;
  readonly github: GitHub;
  readonly house: House;
  /** Ends the record; there is none before the Session speaks. */
  session: Pick<Session, 'end' | 'dispose'> | undefined;
  /** Takes in a message of the stream. */
  push(message: OmniMessage): void;
  /** Adds what the stream does not tell. */
  know(facts: Partial<Pick<ReportFacts, 'answer' | 'changedFiles' | 'links' | 'heard'>>): void;
  /** Adds what the last phase would need. */
  remember(more: Partial<SessionRecord>): void;
  /** Tells people something before anything else. */
  notice(text: string): void;
  links(): ReportFacts['links'];
  view(): ReportView;
  /** The Report as a comment shows it. */
  comment(): string;
  summary(): string;
  /** Begins to show the Report on its Thread, if it has one; resolves when it is there, or cannot be. */
  open(): Promise<void>;
  /** Writes the last state. */
  finish(): Promise<void>;
}

export interface LiveReportOptions {
  github: GitHub;
  house: House;
  record: SessionRecord;
  /** How many runs share the budget for edits; asked once, and given up when the Report is finished. */
  activeRuns: (signal: AbortSignal) => Promise<number>;
}

export function openLiveReport({ github, house, record, activeRuns }: LiveReportOptions): LiveReport {
  const report = createReport();
  const { clock, log } = house;
  const finishing = new AbortController();
  let sharing = 1;
  let noted: Promise<void> | undefined;
  let facts = factsOf(record, house);
  const render = () => renderComment(report.view(), facts, clock.now());
  const comment = commentOf(record);

  function commentOf({ thread, sessionId }: SessionRecord): LiveComment | undefined {
    if (thread === undefined) return undefined;
    const interval = () => Math.max(SHORTEST_INTERVAL, INTERVAL_PER_RUN * sharing);
    const marker = sessionMarker(sessionId);
    return createLiveComment({ github, clock, log, issueNumber: thread.number, marker, render, interval });
  }

  const live: LiveReport = {
    record,
    github,
    house,
    session: undefined,
    push(message) {
      report.push(message);
      if (WORTH_AN_EDIT.has(message.payload.type)) comment?.touch();
    },
    know(more) {
      facts = { ...facts, ...more, links: { ...facts.links, ...more.links } };
      comment?.touch();
    },
    remember(more) {
      Object.assign(record, more);
      house.keepForLastPhase(JSON.stringify(record));
    },
    notice(text) {
      live.remember({ notices: [...record.notices, text] });
      facts = { ...facts, notices: record.notices };
    },
    links: () => facts.links,
    view: report.view,
    comment: render,
    summary: () => renderSummary(report.view(), facts, clock.now()),
    open() {
      void activeRuns(finishing.signal).then((count) => {
        sharing = count;
      });
      noted = open();
      return noted;
    },
    async finish() {
      finishing.abort();
      await withoutPermission(log, 'the last state of the live comment is not written', async () =>
        comment?.finish(),
      );
      // Whoever opened the Report hears of its failure.
      await noted?.catch(() => undefined);
    },
  };

  async function open(): Promise<void> {
    const commentId = await comment?.open(record.commentId);
    if (commentId === undefined || record.thread === undefined || commentId === record.commentId) return;
    live.remember({ commentId });
    const ref = openThreadRef(github, record.thread.number);
    await withoutPermission(log, 'the live comment is not noted on the Thread', () =>
      ref.recordLiveComment(record.sessionId, commentId),
    );
  }
  return live;
}

function factsOf(record: SessionRecord, house: House): ReportFacts {
  return {
    sessionId: record.sessionId,
    title: record.title,
    ...(record.asker === undefined ? {} : { asker: record.asker }),
    startedAt: new Date(record.startedAt),
    notices: record.notices,
    caps: record.caps,
    heard: record.heard ?? [],
    links: { run: house.run.url, ...(house.artifacts ? { trace: `${house.run.url}#artifacts` } : {}) },
  };
}
