import type { Outcome, Usage } from '../omnimessage/index.ts';
import { renderNotice, sentence } from '../render/index.ts';

/** What a run leaves behind: the entrance turns it into an exit code, outputs, an annotation and the job summary. */
export interface Ending {
  outcome: Outcome;
  /** The one sentence that comment, summary and annotation share; empty when nobody is to be told. */
  sentence: string;
  /** Markdown; empty when there is nothing to show. */
  summary: string;
  sessionId?: string;
  traceFile?: string;
}

const NO_USAGE: Usage = { cache_read: 0, cache_write: 0, output: 0, total: 0 };

/** An ending before any Session began. */
export function endingWithout(verdict: Omit<Outcome, 'usage'>): Ending {
  const outcome = { ...verdict, usage: NO_USAGE };
  if (outcome.kind === 'ignored') return { outcome, sentence: '', summary: '' };
  const said = sentence(outcome);
  return { outcome, sentence: said, summary: renderNotice(said) };
}
