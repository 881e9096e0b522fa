/** The action's main phase: one event, one ending. */
import { runEvent } from '../core/index.ts';
import { announce, summaryFile } from './announce.ts';
import { readEvent } from './event.ts';
import { openAction } from './open.ts';
import { reportFault } from './report-fault.ts';

const { runner, house: open } = openAction(process.env);
try {
  const house = open();
  const ending = await runEvent(readEvent(process.env), house);
  process.exitCode = announce(runner, ending, summaryFile(house));
} catch (error) {
  process.exitCode = reportFault(runner, error);
}
await runner.settled();
// A connection that is kept alive must not keep the step alive.
process.exit();
