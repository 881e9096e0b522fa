import { createHash } from 'node:crypto';
import type { Trigger } from '../github/index.ts';
import type { House } from './house.ts';

/** What runs without a Thread have in common, so that they report in one place. */
export interface Recurrence {
  /** Letters and digits. */
  key: string;
  /** What starts them, in words. */
  origin: string;
}

/** Runs of one schedule belong together, and so do dispatches with one prompt. Undefined for what happens on a Thread. */
export function recurrenceOf(trigger: Trigger, { run, inputs }: House): Recurrence | undefined {
  const of = run.workflowFile === '' ? '' : ` of ${run.workflowFile}`;
  switch (trigger.kind) {
    case 'schedule':
      return {
        key: `s${digest(run.workflowFile, trigger.cron)}`,
        origin: `the schedule ${trigger.cron}${of}`,
      };
    case 'dispatch':
      return { key: `d${digest(run.workflowFile, inputs('prompt'))}`, origin: `this dispatch${of}` };
    case 'comment':
    case 'opened':
    case 'labeled':
    case 'assigned':
    case 'none':
      return undefined;
  }
}

function digest(...parts: string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 12);
}
