import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { type AppendInput, playPasses } from './record-cost.ts';
import { sampleRecords } from './sample-records.ts';

/** The floor: the message's JSON and a newline, by one `write` on an open descriptor. */
export async function bareAppend(input: AppendInput): Promise<number[]> {
  const records = sampleRecords(input.turns);
  const descriptor = openSync(join(input.scratch, `bare-${process.pid}.jsonl`), 'a', 0o600);
  const times = await playPasses(input, records.length, () => {
    for (const record of records) writeSync(descriptor, Buffer.from(`${JSON.stringify(record)}\n`));
  });
  closeSync(descriptor);
  return times;
}
