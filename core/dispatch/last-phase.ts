import type { Ending } from './ending.ts';
import type { House } from './house.ts';
import type { IncomingEvent } from './incoming.ts';

/**
 * Finishes what a dead main phase left open; `kept` is what it kept for us. Undefined when the event is none of ours. What does the
 * work is loaded only then: every run passes here, and almost none needs it.
 */
export async function finishDeadRun(
  event: IncomingEvent,
  kept: string,
  house: House,
): Promise<Ending | undefined> {
  const work = await import('./finish-dead-run.ts');
  return work.finishDeadRun(event, kept, house);
}
