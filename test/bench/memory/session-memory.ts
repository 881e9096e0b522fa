import { openSession } from '../session/open-session.ts';
import { turnsWith } from '../session/script.ts';
import { peakMegabytes } from './peak.ts';

export interface MemoryInput {
  turns: number;
  scratch: string;
}

/** A Task of so many turns whose outputs are all as long as an output may be. */
export async function sessionMemory({ turns, scratch }: MemoryInput): Promise<number> {
  const session = await openSession(turnsWith('long', turns), scratch);
  const task = session.run();
  while ((await task.next()).done !== true);
  await session.dispose();
  return peakMegabytes();
}
