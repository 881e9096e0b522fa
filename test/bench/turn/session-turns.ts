import { is, isRecorded } from '../../../core/omnimessage/index.ts';
import { openSession } from '../session/open-session.ts';
import { turnsWith } from '../session/script.ts';
import { playTasks, type TurnsInput } from './task-rounds.ts';
import { TURNS, type TurnTimes, watchTurns } from './turn-times.ts';

/** The product's side: engine, Environment, redactor and trace as they are composed for a run. */
export function sessionTurns(input: TurnsInput): Promise<TurnTimes[]> {
  return playTasks(input, async (folder) => {
    const session = await openSession(turnsWith(input.tool, TURNS), folder);
    const watch = watchTurns();
    let records = 0;
    for await (const message of session.run()) {
      if (is(message, 'request_begin')) watch.turnBegins();
      if (isRecorded(message)) records += 1;
    }
    await session.dispose();
    return watch.times(records);
  });
}
