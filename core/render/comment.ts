import { clipMarkdown, code, minus, sizeOf } from '../policy/index.ts';
import { headline } from './headline.ts';
import { heardSection, notSeenSection } from './heard.ts';
import { link, links } from './link.ts';
import { sessionMarker } from './marker.ts';
import { counted } from './measures.ts';
import { paragraphs } from './paragraphs.ts';
import type { ReportFacts } from './report-facts.ts';
import type { ReportView } from './report-view.ts';
import {
  answerSection,
  currentSection,
  deniedSection,
  filesSection,
  notDoneSection,
  noticesSection,
  planSection,
} from './sections.ts';
import { nextCommand } from './speech.ts';
import { stepsTable } from './steps-table.ts';

/** GitHub refuses 65,536 characters, and counts differently from place to place. */
const MAX_COMMENT = { points: 60_000, bytes: 240_000 };

/** The steps fold; what came of them is worth the room. */
const MAX_STEPS = { points: 12_000, bytes: 48_000 };

const CUT = '*The rest is in the summary of the run.*';

/** The live comment as of `now`. Its first lines and its last are always whole, whatever stands between. */
export function renderComment(view: ReportView, facts: ReportFacts, now: Date): string {
  const head = [sessionMarker(facts.sessionId), noticesSection(facts), headline(view, facts, now.getTime())];
  const foot = [heardSection(view, facts), stepsSection(view), footer(view, facts)];
  const ends = paragraphs([...head, ...foot]);
  const room = minus(MAX_COMMENT, sizeOf(`${ends}\n\n\n\n`));
  const middle = clipMarkdown(paragraphs(middleOf(view, facts, now)), room.points, room.bytes, CUT);
  return paragraphs([...head, middle, ...foot]);
}

function middleOf(view: ReportView, facts: ReportFacts, now: Date): string[] {
  if (view.status.kind !== 'ended') {
    return [planSection(view), currentSection(view, now.getTime()), deniedSection(view)];
  }
  return [
    answerSection(facts),
    filesSection(view, facts),
    notDoneSection(view, facts),
    notSeenSection(view, facts),
    deniedSection(view),
    currentSection(view, now.getTime()),
    nextSection(view),
  ];
}

function nextSection({ status }: ReportView): string {
  const command = status.kind === 'ended' ? nextCommand(status.outcome.kind) : undefined;
  return command === undefined ? '' : `Next: reply ${code(command)}`;
}

function stepsSection(view: ReportView): string {
  const table = stepsTable(view, MAX_STEPS);
  if (table === '') return '';
  const count = counted(view.elided + view.steps.length, 'step');
  const title = view.status.kind === 'ended' ? `Steps (${count})` : `What happened so far (${count})`;
  return `<details><summary>${title}</summary>\n\n${table}\n\n</details>`;
}

function footer({ status }: ReportView, { links: found }: ReportFacts): string {
  const { run, earlier, pullRequest, compare, trace, summary, approveWorkflows } = found;
  if (status.kind !== 'ended') {
    const found = links({ run, 'earlier run': earlier });
    return [...found, '`/penguin stop`', 'reply `/penguin …` to steer'].join(' · ');
  }
  const ci = `CI on the pull request waits for **Approve workflows to run** (${link('open', approveWorkflows)})`;
  return [
    ...links({ 'pull request': pullRequest, compare, trace, summary, run, 'earlier run': earlier }),
    ...(approveWorkflows === undefined ? [] : [ci]),
  ].join(' · ');
}
