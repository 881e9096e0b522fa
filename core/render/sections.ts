import { code, neutralise, neutralLine, oneLine } from '../policy/index.ts';
import { showStat } from './diff-stat.ts';
import { counted, duration } from './measures.ts';
import type { ChangedFile, ReportFacts } from './report-facts.ts';
import type { ReportView, RunStatus } from './report-view.ts';

/** Each section is Markdown that is safe to publish, or empty. */

const MAX_LINE = 300;
const MAX_RUNNING = 5;
const MAX_DENIED = 5;
const MAX_FILES = 30;
const MAX_LINES = 20;
const MAX_NOTICES = 10;

export function noticesSection({ notices }: ReportFacts): string {
  return notices
    .slice(0, MAX_NOTICES)
    .map((notice) => `> ${oneLine(notice, MAX_LINE)}`)
    .join('\n>\n');
}

export function planSection({ plan }: ReportView): string {
  return plan
    .map(({ text, status }) => `- [${status === 'completed' ? 'x' : ' '}] ${neutralLine(text, MAX_LINE)}`)
    .join('\n');
}

/** What happens right now. `now` in milliseconds since 1970. */
export function currentSection({ status, running, asks }: ReportView, now: number): string {
  const calls = running
    .slice(-MAX_RUNNING)
    .map(({ target, since }) => `${code(target)} running for ${duration(now - since)}`);
  const open = asks
    .slice(-MAX_RUNNING)
    .map(
      ({ target, level, reason }) =>
        `${code(target)} waits for approval · risk **${oneLine(level, 20)}**: ${oneLine(reason, MAX_LINE)}`,
    );
  switch (status.kind) {
    case 'retrying':
      return retryText(status, now);
    case 'compacting':
      return 'The conversation is being summarised to make room';
    case 'working':
      return [...calls, ...open].join('  \n');
    case 'ended':
      return open.join('  \n');
  }
}

function retryText(
  { reason, attempt, until }: Extract<RunStatus, { kind: 'retrying' }>,
  now: number,
): string {
  return `The model’s request failed (${oneLine(reason, MAX_LINE)}); retry ${attempt} in ${duration(until - now)}`;
}

/** What the model says in the end. */
export function answerSection({ answer }: ReportFacts): string {
  return answer === undefined ? '' : neutralise(answer.body);
}

/** The changed files: at the end as the whole run left them, before that as far as file tools changed them. */
export function filesSection({ changes }: ReportView, { changedFiles }: ReportFacts): string {
  const files =
    changedFiles ?? [...changes].map(([path, stat]) => ({ path, ...stat, alsoChangedBefore: false }));
  return listed(files.map(fileText), MAX_FILES, ' · ', 'files');
}

function fileText({ path, alsoChangedBefore, ...stat }: ChangedFile): string {
  const before = alsoChangedBefore ? ' (had changes from before the run)' : '';
  return `${code(path)} ${showStat(stat)}`.trim() + before;
}

/** What was not done: what the model says so, and what is left of its plan. */
export function notDoneSection({ plan }: ReportView, { answer }: ReportFacts): string {
  const planned = plan
    .filter(({ status }) => status !== 'completed')
    .map(({ text }) => `${neutralLine(text, MAX_LINE)} (planned)`);
  const said = (answer?.notDone ?? []).map((line) => neutralLine(line, MAX_LINE));
  const lines = [...said, ...planned];
  if (lines.length === 0) return '';
  const items = lines.map((line) => `- ${line}`);
  return lines.length === 1
    ? `Not done: ${lines[0]}`
    : `Not done:\n${listed(items, MAX_LINES, '\n', 'things')}`;
}

/** What the model wanted and was not allowed. */
export function deniedSection({ denied, denials }: ReportView): string {
  const lines = denied
    .slice(-MAX_DENIED)
    .map(({ target, reason }) => `- ${code(target)}${reason === '' ? '' : `: ${oneLine(reason, MAX_LINE)}`}`);
  return denials === 0 ? '' : `Denied ${counted(denials, 'call')}:\n${lines.join('\n')}`;
}

function listed(texts: readonly string[], max: number, separator: string, noun: string): string {
  const more = texts.length > max ? [`and ${texts.length - max} more ${noun}`] : [];
  return [...texts.slice(0, max), ...more].join(separator);
}
