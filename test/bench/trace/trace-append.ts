import { openTrace } from '../../../core/trace/index.ts';
import { type AppendInput, playPasses } from './record-cost.ts';
import { sampleRecords } from './sample-records.ts';

/** Appends without syncs: those cost what the disk costs. */
export async function traceAppend(input: AppendInput): Promise<number[]> {
  const records = sampleRecords(input.turns);
  const trace = openTrace({ dir: input.scratch, sessionId: `append-${process.pid}` });
  const times = await playPasses(input, records.length, () => {
    for (const record of records) trace.append(record);
  });
  await trace.close();
  return times;
}
