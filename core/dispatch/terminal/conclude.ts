import { createBuild, type Outcome, type Redact, type Usage } from '../../omnimessage/index.ts';
import {
  type ChangedFile,
  type TerminalLine,
  terminalAnswer,
  terminalEnd,
  terminalFiles,
  terminalTrace,
} from '../../render/index.ts';
import type { Verdict } from '../decide-outcome.ts';
import type { TerminalEnding, TerminalPlace } from './house.ts';
import type { TerminalTelling } from './telling.ts';

const NO_USAGE: Usage = { cache_read: 0, cache_write: 0, output: 0, total: 0 };

interface Conclusion {
  verdict: Verdict;
  /** The model's last words. */
  answer: string;
  changed: readonly ChangedFile[];
}

/** Says how the run ended: in its record, then on the screen. */
export async function conclude(
  telling: TerminalTelling,
  { verdict, answer, changed }: Conclusion,
  { house, redact }: TerminalPlace,
): Promise<TerminalEnding> {
  const { screen, detail } = house;
  const outcome = redacted({ ...verdict, usage: telling.view().usage }, redact);
  const { session, record } = telling;
  telling.push(
    (await session?.end(outcome)) ?? createBuild(house.clock.now)({ type: 'outcome', ...outcome }),
  );
  await session?.dispose();
  screen.live(undefined);

  const ms = telling.elapsed();
  const end = terminalEnd(outcome, { view: telling.view(), ms });
  const lines =
    detail === 'quiet'
      ? [...terminalAnswer(answer), end]
      : [...answerIn(detail, answer), ...terminalFiles(changed), end, ...traceLine(record)];
  for (const line of lines) screen.line(line);
  return { outcome, ...record, changedFiles: changed, seconds: ms / 1000 };
}

/** Apart from what stands around it. A verbose telling has said it already. */
function answerIn(detail: 'steps' | 'verbose', answer: string): TerminalLine[] {
  const lines = detail === 'verbose' ? [] : terminalAnswer(answer);
  return lines.length === 0 ? [] : [[], ...lines, []];
}

function traceLine({ traceFile }: TerminalTelling['record']): TerminalLine[] {
  return traceFile === undefined ? [] : [terminalTrace(traceFile)];
}

/** An ending before any Session began. */
export function endWithoutSession(verdict: Verdict, { house, redact }: TerminalPlace): TerminalEnding {
  const outcome = redacted({ ...verdict, usage: NO_USAGE }, redact);
  house.screen.live(undefined);
  house.screen.line(terminalEnd(outcome, undefined));
  return { outcome, changedFiles: [], seconds: 0 };
}

function redacted(outcome: Outcome, redact: Redact): Outcome {
  return { ...outcome, reason: redact.text(outcome.reason) };
}
