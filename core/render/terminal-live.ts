import { counted, duration, tokens } from './measures.ts';
import type { ReportView } from './report-view.ts';
import { span, type TerminalLine } from './terminal-line.ts';

/** What happens right now, for the last line of a terminal. `startedAt` and `now` in milliseconds since 1970. */
export function terminalLive(view: ReportView, startedAt: number, now: number): TerminalLine {
  return [span(`  … ${whatHappens(view, now)} · ${soFar(view, now - startedAt)}`, 'dim')];
}

function whatHappens({ status, running }: ReportView, now: number): string {
  if (status.kind === 'retrying') return `the model is asked again in ${duration(status.until - now)}`;
  if (status.kind === 'compacting') return 'the conversation is summarised';
  const last = running.at(-1);
  if (last === undefined) return 'the model thinks';
  const others = running.length > 1 ? ` and ${counted(running.length - 1, 'other')}` : '';
  return `${last.target}${others} running for ${duration(now - last.since)}`;
}

/** Turns, time and tokens. */
export function soFar({ turns, usage }: ReportView, ms: number): string {
  const done = turns === 0 ? [] : [counted(turns, 'turn')];
  const spent = usage.total === 0 ? [] : [`${tokens(usage.total)} tokens`];
  return [...done, duration(ms), ...spent].join(' · ');
}
