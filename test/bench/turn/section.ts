import { type Figure, figureOf, type Pair, ratioOf } from '../figure.ts';
import { inTurns } from '../rounds.ts';
import { runSide } from '../run-side.ts';
import type { BenchSetting, Section } from '../section.ts';
import { leastDisturbed } from '../statistics.ts';
import type { TurnCost, TurnTimes } from './turn-times.ts';

/** `docs/performance.md`. */
const MOST_OF_FLOOR = 1.6;
/** "Not growing": what two windows of the same Task may differ by on a machine that others use too. */
const MOST_GROWTH = 1.2;

/** A command's turn takes so long that little else is worth warming up. */
const PLANS = {
  noop: { whole: { rounds: 7, warmUp: 3, tasks: 8 }, quick: { rounds: 1, warmUp: 1, tasks: 2 } },
  true: { whole: { rounds: 5, warmUp: 1, tasks: 2 }, quick: { rounds: 1, warmUp: 0, tasks: 1 } },
};

type Measure = keyof TurnCost;
interface Round {
  ours: TurnTimes[];
  floor: TurnTimes[];
}

export const turn: Section = {
  title: 'engine and Session a turn, beside a bare loop over the same model, writes, syncs and tool',
  async measure(setting) {
    return [
      ...(await figuresWith('noop', 'a no-op tool', setting)),
      ...(await figuresWith('true', 'the shell tool (true)', setting)),
    ];
  },
};

async function figuresWith(
  tool: 'noop' | 'true',
  name: string,
  { node, quick, scratch }: BenchSetting,
): Promise<Figure[]> {
  const { rounds: count, ...tasks } = PLANS[tool][quick ? 'quick' : 'whole'];
  const input = { tool, scratch, ...tasks };
  const rounds: Round[] = await inTurns(
    count,
    () => runSide(node, 'session-turns', input),
    () => runSide(node, 'bare-turns', input),
  );
  for (const round of rounds) expectSameWork(round);
  const ratio = (at: 'early' | 'late', measure: Measure) =>
    ratioOf(
      `${name}, turn ${at === 'early' ? 10 : 200}, ${measure}`,
      'µs',
      pairsOf(rounds, at, measure),
      MOST_OF_FLOOR,
    );
  return [
    ratio('early', 'wall'),
    ratio('early', 'cpu'),
    ratio('late', 'wall'),
    ratio('late', 'cpu'),
    growth(`${name}, turn 200 beside turn 10, wall`, rounds, 'wall'),
    growth(`${name}, turn 200 beside turn 10, cpu`, rounds, 'cpu'),
  ];
}

function pairsOf(rounds: Round[], at: 'early' | 'late', measure: Measure): Pair[] {
  return rounds.map(({ ours, floor }) => ({
    ours: least(ours, at, measure),
    floor: least(floor, at, measure),
  }));
}

function growth(name: string, rounds: Round[], measure: Measure): Figure {
  const grown = rounds.map(({ ours }) => least(ours, 'late', measure) / least(ours, 'early', measure));
  return figureOf(name, '×', grown, MOST_GROWTH);
}

function least(times: TurnTimes[], at: 'early' | 'late', measure: Measure): number {
  return leastDisturbed(times.map((time) => time[at][measure]));
}

function expectSameWork({ ours, floor }: Round): void {
  const counts = new Set([...ours, ...floor].map(({ records }) => records));
  if (counts.size === 1) return;
  throw new Error(`the two sides wrote different numbers of records: ${[...counts].join(', ')}`);
}
