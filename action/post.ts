/** The action's last phase. It always runs, and finishes what a killed main phase left open. */
import { finishDeadRun } from '../core/index.ts';
import { announce, summaryFile } from './announce.ts';
import { readEvent } from './event.ts';
import { openAction } from './open.ts';
import { reportFault } from './report-fault.ts';

const { runner, house: open } = openAction(process.env);
try {
  const house = open();
  const ending = await finishDeadRun(readEvent(process.env), process.env.STATE_session ?? '', house);
  if (ending !== undefined) announce(runner, ending, summaryFile(house));
} catch (error) {
  process.exitCode = reportFault(runner, error);
}
await runner.settled();
process.exit();
