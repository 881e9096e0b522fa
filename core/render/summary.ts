import { clipMarkdown, codeCell, oneLine } from '../policy/index.ts';
import { amounts } from './headline.ts';
import { notSeenSection } from './heard.ts';
import { links } from './link.ts';
import { counted, tokens } from './measures.ts';
import { paragraphs } from './paragraphs.ts';
import type { ReportFacts } from './report-facts.ts';
import type { ReportView } from './report-view.ts';
import { answerSection, deniedSection, filesSection, notDoneSection, noticesSection } from './sections.ts';
import { sentence } from './speech.ts';
import { stepsTable } from './steps-table.ts';

/** The runner drops a summary over 1 MiB as a whole. */
const MAX_SUMMARY_BYTES = 900 * 1024;
const MAX_STEPS = { points: 100_000, bytes: 200 * 1024 };
const MAX_LINE = 500;
const CUT = '*The rest is in the trace.*';

/** The job summary of a run: the comment's sentence, what it used, what it did. */
export function renderSummary(view: ReportView, facts: ReportFacts, now: Date): string {
  const { pullRequest, compare, trace } = facts.links;
  const markdown = paragraphs([
    noticesSection(facts),
    `### ${oneLine(sentenceOf(view), MAX_LINE)}`,
    `*${oneLine(facts.title, MAX_LINE)}*`,
    usageTable(view, facts, now.getTime()),
    answerSection(facts),
    filesSection(view, facts),
    notDoneSection(view, facts),
    notSeenSection(view, facts),
    deniedSection(view),
    stepsTable(view, MAX_STEPS),
    links({ 'pull request': pullRequest, compare, trace }).join(' · '),
  ]);
  return clipMarkdown(markdown, MAX_SUMMARY_BYTES, MAX_SUMMARY_BYTES, CUT);
}

function sentenceOf({ status }: ReportView): string {
  return status.kind === 'ended'
    ? sentence(status.outcome)
    : 'Not finished: the run ended before its outcome was known.';
}

function usageTable(view: ReportView, facts: ReportFacts, now: number): string {
  const { model, retries, usage } = view;
  const cached = `${tokens(usage.output)} written, ${tokens(usage.cache_read)} read from the cache`;
  const rows = [
    model === undefined ? '' : `| model | ${codeCell(model.provider)} ${codeCell(model.modelId)} |`,
    `| in all | ${amounts(view, facts, now).join(' · ')} |`,
    retries === 0 ? '' : `| asked again | ${counted(retries, 'request')} |`,
    `| tokens | ${tokens(usage.total)}: ${cached} |`,
  ];
  return ['| | |', '|---|---|', ...rows.filter((row) => row !== '')].join('\n');
}
