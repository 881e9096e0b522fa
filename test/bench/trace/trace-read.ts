import { readTrace } from '../../../core/trace/index.ts';
import { playPasses, type ReadInput } from './record-cost.ts';

/** Reads a whole trace and verifies it. */
export async function traceRead(input: ReadInput): Promise<number[]> {
  const { messages, complete } = await readTrace(input.file);
  if (!complete) throw new Error(`${input.file} does not read whole`);
  return playPasses(input, messages.length, async () => void (await readTrace(input.file)));
}
