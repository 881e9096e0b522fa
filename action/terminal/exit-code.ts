import type { Outcome } from '../../core/index.ts';
import { CANCELLED } from '../cancellation.ts';

/** Something was typed or set that cannot be followed. */
export const USAGE = 2;

/** Scripts tell endings apart by it. */
export function exitCode({ kind, class: failure }: Pick<Outcome, 'kind' | 'class'>): number {
  switch (kind) {
    case 'answered':
    case 'changed':
    case 'no_change':
    case 'waiting_approval':
    case 'ignored':
      return 0;
    case 'denied':
      return 3;
    case 'refused':
      return 4;
    case 'budget':
    case 'timed_out':
    case 'blocked':
      return 1;
    case 'failed':
      return failure === 'config' ? USAGE : 1;
    case 'cancelled':
      return CANCELLED;
  }
}
