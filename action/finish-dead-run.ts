import { finishDeadRun } from '../core/index.ts';
import { announce, summaryFile } from './announce.ts';
import { readEvent } from './event.ts';
import { openAction } from './open.ts';
import { reportFault } from './report-fault.ts';

/** Finishes what the main phase left open; `kept` is what it kept for us. */
export async function finishDeadMain(kept: string): Promise<void> {
  const { runner, house: open } = openAction(process.env);
  try {
    const house = open();
    const ending = await finishDeadRun(readEvent(process.env), kept, house);
    if (ending !== undefined) announce(runner, ending, summaryFile(house));
  } catch (error) {
    process.exitCode = reportFault(runner, error);
  }
  await runner.settled();
}
