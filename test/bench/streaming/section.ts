import { excessOf, type Figure, figureOf, type Pair } from '../figure.ts';
import { inTurns, repeated } from '../rounds.ts';
import { runSide } from '../run-side.ts';
import type { BenchSetting, Section } from '../section.ts';
import { leastDisturbed } from '../statistics.ts';
import type { DeltaCost } from './stream-cost.ts';

/** `docs/performance.md`: microseconds of CPU a delta, and milliseconds. */
const MOST_PER_DELTA = 5;
const MOST_SETTLING = 30;
/** "The same for ten times as many", on a machine that others use too. */
const MOST_GROWTH = 1.2;

const SHORT = 20_000;
const LONG = 200_000;

export const streaming: Section = {
  title: 'engine and Session a delta, beyond what consuming the model’s port costs',
  async measure(setting) {
    const short = await measured(SHORT, setting);
    const long = await measured(LONG, setting);
    return [
      excessOf('added a delta, 20,000 deltas, cpu', 'µs', pairsOf(short, 'cpu'), MOST_PER_DELTA),
      excessOf('added a delta, 20,000 deltas, wall', 'µs', pairsOf(short, 'wall')),
      excessOf('added a delta, 200,000 deltas, cpu', 'µs', pairsOf(long, 'cpu'), MOST_PER_DELTA),
      growth(short, long),
      await settling(setting),
    ];
  },
};

interface Round {
  ours: DeltaCost[];
  floor: DeltaCost[];
}

function measured(deltas: number, { node, quick, scratch }: BenchSetting): Promise<Round[]> {
  const input = { deltas, scratch, ...(quick ? { warmUp: 1, streams: 2 } : { warmUp: 2, streams: 5 }) };
  return inTurns(
    quick ? 1 : 7,
    () => runSide(node, 'session-stream', input),
    () => runSide(node, 'bare-stream', input),
  );
}

function pairsOf(rounds: Round[], measure: keyof DeltaCost): Pair[] {
  return rounds.map(({ ours, floor }) => ({ ours: least(ours, measure), floor: least(floor, measure) }));
}

function least(costs: DeltaCost[], measure: keyof DeltaCost): number {
  return leastDisturbed(costs.map((cost) => cost[measure]));
}

function growth(short: Round[], long: Round[]): Figure {
  const grown = long.map(({ ours }, round) => {
    const beside = short[round]?.ours ?? [];
    return least(ours, 'cpu') / least(beside, 'cpu');
  });
  return figureOf('a delta of 200,000 beside one of 20,000, cpu', '×', grown, MOST_GROWTH);
}

async function settling({ node, quick, scratch }: BenchSetting): Promise<Figure> {
  const input = { deltas: SHORT, scratch, warmUp: 1, streams: 5 };
  const times = await repeated(quick ? 1 : 3, () => runSide(node, 'session-settling', input));
  return figureOf('settled after the last of 20,000 deltas', 'ms', times.flat(), MOST_SETTLING);
}
