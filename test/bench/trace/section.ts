import { openTrace } from '../../../core/trace/index.ts';
import { type Figure, figureOf, type Pair, ratioOf } from '../figure.ts';
import { inTurns } from '../rounds.ts';
import { runSide } from '../run-side.ts';
import type { BenchSetting, Section } from '../section.ts';
import { leastDisturbed } from '../statistics.ts';
import { sampleRecords } from './sample-records.ts';
import { writeCallsOf } from './write-calls.ts';

/** `docs/performance.md`. */
const MOST_OF_PARSE = 1.5;
const WRITES_A_RECORD = 1;

const TURNS = 1_000;

export const trace: Section = {
  title: 'appending to a trace and reading it, beside JSON and one write or parse a line',
  async measure(setting) {
    const written = writeTrace(setting.scratch);
    const writes = written.writes === undefined ? [] : [written.writes / written.records];
    return [
      ...writes.map((count) => figureOf('write calls a record', 'calls', [count], WRITES_A_RECORD)),
      await append(setting),
      await read(setting, written.file),
    ];
  },
};

/** The trace that both sides read. */
function writeTrace(scratch: string): { file: string; records: number; writes: number | undefined } {
  const records = sampleRecords(TURNS);
  const written = openTrace({ dir: scratch, sessionId: 'sample' });
  const writes = writeCallsOf(() => {
    for (const record of records) written.append(record);
  });
  return { file: written.file, records: records.length, writes };
}

async function append({ node, quick, scratch }: BenchSetting): Promise<Figure> {
  const input = { turns: TURNS, warmUp: 1, passes: quick ? 2 : 5, scratch };
  const rounds = await inTurns(
    quick ? 1 : 9,
    () => runSide(node, 'trace-append', input),
    () => runSide(node, 'bare-append', input),
  );
  return ratioOf('append a record, beside JSON.stringify and a write', 'µs', pairsOf(rounds));
}

async function read({ node, quick }: BenchSetting, file: string): Promise<Figure> {
  const input = { file, warmUp: 2, passes: quick ? 3 : 9 };
  const rounds = await inTurns(
    quick ? 1 : 9,
    () => runSide(node, 'trace-read', input),
    () => runSide(node, 'bare-read', input),
  );
  return ratioOf('read and verify a record, beside JSON.parse', 'µs', pairsOf(rounds), MOST_OF_PARSE);
}

function pairsOf(rounds: { ours: number[]; floor: number[] }[]): Pair[] {
  return rounds.map(({ ours, floor }) => ({ ours: leastDisturbed(ours), floor: leastDisturbed(floor) }));
}
