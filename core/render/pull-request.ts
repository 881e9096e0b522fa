import { clipMarkdown, minus, neutralise, neutralLine, oneLine, sizeOf, titleLine } from '../policy/index.ts';
import { links } from './link.ts';
import { pullRequestMarker } from './marker.ts';
import { paragraphs } from './paragraphs.ts';
import type { Answer } from './split-answer.ts';

const MAX_TITLE = 70;
const MAX_LINE = 300;
const MAX_NOT_DONE = 20;
const MAX_BODY = { points: 60_000, bytes: 240_000 };
const CUT = '*The rest is in the summary of the run.*';

export interface PullRequestFacts extends Relation {
  sessionId: string;
  answer: Answer;
  /** The login of whoever asked; absent for a schedule. */
  asker?: string;
  /** What it was made for, where no person asked: `the schedule …`. */
  madeFor?: string;
  links: { run?: string; trace?: string; report?: string };
}

/** What a pull request of ours has to do with others. */
export interface Relation {
  /** The issue that merging closes: given only when it was asked for. */
  closes?: number;
  /** The pull request whose commits it holds. */
  builds?: number;
}

/** The Session that made a pull request of ours, and its run where the text still links to it. */
export interface EarlierSession {
  sessionId: string;
  run?: string;
  relation: Relation;
}

/**
 * Reads it from a pull request's text; undefined when the text does not begin as ours do. Whoever asks checks the author too, and that
 * the run is one of this repository: anybody who may edit the text can change it.
 */
export function readPullRequestBody(body: string): EarlierSession | undefined {
  const sessionId = /^<!-- penguin:pull-request:([\w.-]+) -->/.exec(body)?.[1];
  if (sessionId === undefined) return undefined;
  const run = /\[run\]\((https?:\/\/[^\s()]{1,500})\)[^\n]*$/.exec(body)?.[1];
  return { sessionId, relation: readRelation(body), ...(run === undefined ? {} : { run }) };
}

/** One plain line of at most 70 characters: what the model calls its work, else the task. */
export function pullRequestTitle({ title }: Answer, task: string): string {
  return titleLine(title ?? task, MAX_TITLE) || 'Changes by Penguin';
}

/** What was done and what was not; marker and footer are whole, whatever the model wrote. */
export function pullRequestBody(facts: PullRequestFacts): string {
  const head = pullRequestMarker(facts.sessionId);
  const foot = paragraphs([showRelation(facts), footer(facts)]);
  const room = minus(MAX_BODY, sizeOf(`${head}\n\n\n\n${foot}`));
  const story = paragraphs([neutralise(facts.answer.body), notDone(facts.answer)]);
  return paragraphs([head, clipMarkdown(story, room.points, room.bytes, CUT), foot]);
}

function notDone({ notDone: lines }: Answer): string {
  const items = lines.slice(0, MAX_NOT_DONE).map((line) => `- ${neutralLine(line, MAX_LINE)}`);
  return items.length === 0 ? '' : `Not done:\n${items.join('\n')}`;
}

/** A line that closes something is ours: the model's are broken. */
function readRelation(body: string): Relation {
  const closes = /^Closes #(\d{1,15})$/m.exec(body)?.[1];
  const builds = /^Holds the commits of #(\d{1,15}) and/m.exec(body)?.[1];
  return {
    ...(closes === undefined ? {} : { closes: Number(closes) }),
    ...(builds === undefined ? {} : { builds: Number(builds) }),
  };
}

function showRelation({ closes, builds }: Relation): string {
  return paragraphs([
    closes === undefined ? '' : `Closes #${closes}`,
    builds === undefined ? '' : `Holds the commits of #${builds} and goes on from there.`,
  ]);
}

function footer({ asker, madeFor, links: found }: PullRequestFacts): string {
  const { report, run, trace } = found;
  const whom = asker === undefined ? madeFor : `@${asker}`;
  const by = whom === undefined ? 'Made by Penguin' : `Made by Penguin for ${oneLine(whom, MAX_LINE)}`;
  return `---\n${[by, ...links({ report, run, trace })].join(' · ')}`;
}
