import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { openSession } from '../session/open-session.ts';
import { answerOf } from '../session/script.ts';
import { type DeltaCost, playStreams, type StreamInput } from './stream-cost.ts';

/** One long answer through engine and Session to a consumer that does nothing with it. */
export function sessionStream(input: StreamInput): Promise<DeltaCost[]> {
  const script = answerOf(input.deltas);
  return playStreams(input, async () => {
    const session = await openSession(script, mkdtempSync(join(input.scratch, 'stream-')));
    const task = session.run();
    while ((await task.next()).done !== true);
    await session.dispose();
  });
}
