import { readFile } from 'node:fs/promises';
import { playPasses, type ReadInput } from './record-cost.ts';

/** The floor: the same file, and `JSON.parse` of each line. */
export async function bareRead(input: ReadInput): Promise<number[]> {
  const read = async () => {
    const messages: unknown[] = [];
    for (const line of (await readFile(input.file, 'utf8')).split('\n')) {
      if (line !== '') messages.push(JSON.parse(line));
    }
    return messages;
  };
  const { length } = await read();
  return playPasses(input, length, async () => void (await read()));
}
