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

export interface PullRequestFacts {
  sessionId: string;
  answer: Answer;
  /** The login of whoever asked; absent for a schedule. */
  asker?: string;
  /** The issue that merging closes: given only when it was asked for. */
  closes?: number;
  links: { run?: string; trace?: string; report?: string };
}

/** One plain line of at most 70 characters: what the model calls its work, else the task. */
export function pullRequestTitle({ title }: Answer, task: string): string {
  return titleLine(title ?? task, MAX_TITLE) || 'Changes by Penguin';
}

/** What was done and what was not; marker and footer are whole, whatever the model wrote. */
export function pullRequestBody(facts: PullRequestFacts): string {
  const head = pullRequestMarker(facts.sessionId);
  const foot = paragraphs([facts.closes === undefined ? '' : `Closes #${facts.closes}`, footer(facts)]);
  const room = minus(MAX_BODY, sizeOf(`${head}\n\n\n\n${foot}`));
  const story = paragraphs([neutralise(facts.answer.body), notDone(facts.answer)]);
  return paragraphs([head, clipMarkdown(story, room.points, room.bytes, CUT), foot]);
}

function notDone({ notDone: lines }: Answer): string {
  const items = lines.slice(0, MAX_NOT_DONE).map((line) => `- ${neutralLine(line, MAX_LINE)}`);
  return items.length === 0 ? '' : `Not done:\n${items.join('\n')}`;
}

function footer({ asker, links: found }: PullRequestFacts): string {
  const { report, run, trace } = found;
  const by =
    asker === undefined ? 'Made by Penguin' : `Made by Penguin for ${oneLine(`@${asker}`, MAX_LINE)}`;
  return `---\n${[by, ...links({ report, run, trace })].join(' · ')}`;
}
