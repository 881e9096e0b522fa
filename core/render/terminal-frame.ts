import type { Outcome, OutcomeKind } from '../omnimessage/index.ts';
import { plainLine } from '../policy/index.ts';
import { showStat } from './diff-stat.ts';
import { counted } from './measures.ts';
import type { ChangedFile } from './report-facts.ts';
import type { ReportView } from './report-view.ts';
import { sentence } from './speech.ts';
import { shownLines, span, type TerminalLine, type Tone } from './terminal-line.ts';
import { soFar } from './terminal-live.ts';

const MAX_TITLE = 80;
const MAX_NAME = 60;
const MAX_PATH = 300;
const MAX_FILES = 50;

/** What stands above the steps. `mode` is the approval mode. */
export function terminalHead(
  title: string,
  { provider, modelId, mode }: { provider: string; modelId: string; mode: string },
): TerminalLine {
  const names = [provider, modelId, mode].map((name) => plainLine(name, MAX_NAME)).join(' · ');
  return [span('▸ '), span(plainLine(title, MAX_TITLE), 'strong'), span(`  ${names}`, 'dim')];
}

/** Something a person should know; `text` is a sentence of ours. */
export function terminalNotice(text: string): TerminalLine {
  return [span(`  ${plainLine(text, MAX_PATH)}`, 'ask')];
}

/** The model's last words. */
export function terminalAnswer(answer: string): TerminalLine[] {
  return answer.trim() === '' ? [] : shownLines(answer.trim()).map((line) => [span(line)]);
}

/** What the run changed, a file a line. */
export function terminalFiles(files: readonly ChangedFile[]): TerminalLine[] {
  const lines = files.slice(0, MAX_FILES).map(fileLine);
  const left = files.length - lines.length;
  return left === 0 ? lines : [...lines, [span(`  and ${left} more files`, 'dim')]];
}

function fileLine({ path, alsoChangedBefore, ...stat }: ChangedFile): TerminalLine {
  const before = alsoChangedBefore ? ' (had changes from before the run)' : '';
  return [span(`  ${plainLine(path, MAX_PATH)} `), span(showStat(stat) + before, 'dim')];
}

/** How it ended. `view` is undefined where no Session began. */
export function terminalEnd(
  outcome: Pick<Outcome, 'kind' | 'class' | 'reason'>,
  spent: { view: ReportView; ms: number } | undefined,
): TerminalLine {
  const { mark, tone } = MARKS[outcome.kind];
  const amounts = spent === undefined ? [] : [span(`  ${soFar(spent.view, spent.ms)}`, 'dim')];
  return [span(`${mark} ${sentence(outcome)}`, tone), ...amounts];
}

const GOOD = { mark: '✔', tone: 'good' } as const;
const BAD = { mark: '✗', tone: 'bad' } as const;
const OPEN = { mark: '■', tone: 'ask' } as const;

const MARKS: Readonly<Record<OutcomeKind, { mark: string; tone: Tone }>> = {
  answered: GOOD,
  changed: GOOD,
  no_change: GOOD,
  waiting_approval: OPEN,
  denied: OPEN,
  budget: OPEN,
  timed_out: OPEN,
  cancelled: OPEN,
  blocked: BAD,
  failed: BAD,
  refused: BAD,
  ignored: BAD,
};

/** Where the record is. */
export function terminalTrace(file: string): TerminalLine {
  return [span(`  trace  ${plainLine(file, MAX_PATH * 3)}`, 'dim')];
}

/** For example `changed 2 files`. */
export function changedReason(files: number): string {
  return `changed ${counted(files, 'file')}`;
}
