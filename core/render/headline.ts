import { oneLine } from '../policy/index.ts';
import { counted, dollars, duration, tokens } from './measures.ts';
import type { ReportFacts } from './report-facts.ts';
import type { ReportView } from './report-view.ts';
import { firstWords, reasonOf } from './speech.ts';

const MAX_TITLE = 100;
const MAX_REASON = 400;

/**
 * The line that a busy person reads: how things stand, for whom, after how much of what. `now` in
 * milliseconds since 1970.
 */
export function headline(view: ReportView, facts: ReportFacts, now: number): string {
  return [...opening(view, facts), ...amounts(view, facts, now)].join(' · ');
}

function opening({ status }: ReportView, facts: ReportFacts): string[] {
  const asker = facts.asker === undefined ? '' : ` for ${oneLine(`@${facts.asker}`, MAX_TITLE)}`;
  switch (status.kind) {
    case 'working':
    case 'compacting':
      return [`**Penguin is working** on ${emphasised(facts.title)}${asker}`];
    case 'retrying':
      return [`**Penguin waits for the model** to go on with ${emphasised(facts.title)}${asker}`];
    case 'ended': {
      const reason = oneLine(reasonOf(status.outcome), MAX_REASON);
      const title = facts.answer?.title ?? facts.title;
      return [
        `**${firstWords(status.outcome)}**${reason === '' ? '' : `: ${reason}`}`,
        emphasised(title) + asker,
      ];
    }
  }
}

/** Turns, time, and what it cost against its cap. */
export function amounts(view: ReportView, facts: ReportFacts, now: number): string[] {
  const isOver = view.status.kind === 'ended';
  const until = view.status.kind === 'ended' ? view.status.at : now;
  const turns = view.turns === 0 ? [] : [isOver ? counted(view.turns, 'turn') : `turn ${view.turns}`];
  return [...turns, duration(until - facts.startedAt.getTime()), ...spent(view, facts)];
}

/** Money where the price is known, else tokens. */
function spent({ usage }: ReportView, { costOf, caps = {} }: ReportFacts): string[] {
  if (usage.total === 0) return [];
  if (costOf !== undefined) return [ofCap(dollars(costOf(usage)), caps.dollars, dollars)];
  return [`${ofCap(tokens(usage.total), caps.tokens, tokens)} tokens`];
}

function ofCap(amount: string, cap: number | undefined, show: (cap: number) => string): string {
  return cap === undefined ? amount : `${amount} of ${show(cap)}`;
}

function emphasised(title: string): string {
  return `*${oneLine(title, MAX_TITLE) || 'a task'}*`;
}
