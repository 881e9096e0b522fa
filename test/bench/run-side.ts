import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { SideInput, SideName, SideResult } from './sides.ts';

const LIMIT_MS = 300_000;

/** Measures one side in a child process of the given Node. */
export async function runSide<K extends SideName>(
  node: string,
  name: K,
  input: SideInput<K>,
): Promise<SideResult<K>> {
  const bench = process.argv[1];
  if (bench === undefined) throw new Error('the bench does not know its own file');
  const options = { timeout: LIMIT_MS, killSignal: 'SIGKILL' as const };
  const { stdout } = await promisify(execFile)(node, [bench, 'side', name, JSON.stringify(input)], options);
  return JSON.parse(stdout);
}
