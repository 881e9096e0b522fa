import type { Outcome, OutcomeKind } from '../omnimessage/index.ts';
import { plainLine } from '../policy/index.ts';

/** Five mistakes in a configuration, a sentence each. */
const MAX_REASON = 1_200;

/** The first words for each Outcome. "Done" is said only when files changed and were published. */
const FIRST_WORDS: Readonly<Record<OutcomeKind, string>> = {
  answered: 'Answered',
  changed: 'Done',
  no_change: 'Nothing changed',
  waiting_approval: 'Waiting for approval',
  denied: 'Denied',
  budget: 'Stopped at its budget',
  timed_out: 'Out of time',
  blocked: 'Blocked',
  cancelled: 'Cancelled',
  failed: 'Failed',
  refused: 'Refused',
  ignored: 'Nothing to do',
};

/** What a person can type next; undefined where nothing is called for. */
const NEXT_COMMANDS: Readonly<Record<OutcomeKind, string | undefined>> = {
  answered: '/penguin <another question, or what to do about it>',
  changed: '/penguin <what to change>',
  no_change: '/penguin <the same with more detail>',
  waiting_approval: '/penguin deny <what to do instead>',
  denied: '/penguin <another way to do it>',
  budget: '/penguin continue',
  timed_out: '/penguin continue',
  blocked: '/penguin try again',
  cancelled: '/penguin continue',
  failed: '/penguin try again',
  refused: undefined,
  ignored: undefined,
};

export function firstWords({ kind, class: failure }: Pick<Outcome, 'kind' | 'class'>): string {
  return failure === undefined ? FIRST_WORDS[kind] : `${FIRST_WORDS[kind]} (${failure})`;
}

export function nextCommand(kind: OutcomeKind): string | undefined {
  return NEXT_COMMANDS[kind];
}

/** Why, as one plain line; other words may follow it, so that it ends without a full stop. */
export function reasonOf({ reason }: Pick<Outcome, 'reason'>): string {
  return plainLine(reason, MAX_REASON).replace(/(?<!\.)\.$/, '');
}

/** The one sentence that comment, summary and annotation share: plain text, one line. */
export function sentence(outcome: Pick<Outcome, 'kind' | 'class' | 'reason'>): string {
  const reason = reasonOf(outcome);
  return reason === '' ? `${firstWords(outcome)}.` : `${firstWords(outcome)}: ${reason}`;
}
