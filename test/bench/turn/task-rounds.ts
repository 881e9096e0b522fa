import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import type { TurnTool } from '../session/script.ts';
import type { TurnTimes } from './turn-times.ts';

export interface TurnsInput {
  tool: TurnTool;
  /** Tasks that only warm up. */
  warmUp: number;
  tasks: number;
  scratch: string;
}

/** Plays whole Tasks one after the other, each in a folder of its own; the first are for the compiler. */
export async function playTasks(
  { warmUp, tasks, scratch }: TurnsInput,
  play: (folder: string) => Promise<TurnTimes>,
): Promise<TurnTimes[]> {
  const times: TurnTimes[] = [];
  for (let task = 0; task < warmUp + tasks; task++)
    times.push(await play(mkdtempSync(join(scratch, 'task-'))));
  return times.slice(warmUp);
}
