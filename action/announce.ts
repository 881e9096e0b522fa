import { join } from 'node:path';
import type { Ending, House } from '../core/index.ts';
import { CANCELLED } from './cancellation.ts';
import type { Runner } from './runner.ts';

/** A copy of the summary that later steps can read. */
export function summaryFile(house: House): string {
  return join(house.scratchDir, 'summary.md');
}

/** Tells the runner how the run ended: outputs, summary, one annotation. Returns the exit code (`docs/action.md`). */
export function announce(runner: Runner, ending: Ending, file: string): number {
  const { outcome, sentence, summary, sessionId = '', traceFile = '' } = ending;
  runner.output('session-id', sessionId);
  runner.output('outcome', outcome.kind);
  runner.output('branch', outcome.branch ?? '');
  runner.output('pull-request', outcome.pull_request === undefined ? '' : String(outcome.pull_request));
  runner.output('summary-file', summary === '' ? '' : file);
  runner.output('trace-file', traceFile);
  runner.output('usage', JSON.stringify(outcome.usage));
  if (summary !== '') runner.summary(summary, file);
  const level = annotationLevel(ending);
  if (sentence !== '') runner.annotate(level, sentence);
  return exitCode(ending);
}

function annotationLevel({ outcome }: Ending): 'notice' | 'warning' | 'error' {
  if (outcome.kind === 'refused' || outcome.kind === 'cancelled') return 'warning';
  return exitCode({ outcome }) === 0 ? 'notice' : 'error';
}

function exitCode({ outcome }: Pick<Ending, 'outcome'>): number {
  switch (outcome.kind) {
    case 'answered':
    case 'changed':
    case 'no_change':
    case 'waiting_approval':
    case 'denied':
    case 'refused':
    case 'ignored':
      return 0;
    case 'budget':
    case 'timed_out':
    case 'blocked':
      return 1;
    case 'cancelled':
      return CANCELLED;
    case 'failed':
      return outcome.class === 'config' ? 2 : 1;
  }
}
