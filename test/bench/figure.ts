import { type Spread, spreadOf } from './statistics.ts';

export type Unit = '×' | 'ms' | 'µs' | 'MB' | 'calls';

/** One number of the bench: a median with its spread, and whether it stays within its aim. */
export interface Figure extends Spread {
  name: string;
  unit: Unit;
  /** At most this; `null` where there is no aim and the figure is for comparison. */
  aim: number | null;
  met: boolean | null;
  /** What the figure was made of. */
  parts: Record<string, Spread & { unit: Unit }>;
}

/** What the product took and what the bare program took, measured one after the other. */
export interface Pair {
  ours: number;
  floor: number;
}

export function figureOf(
  name: string,
  unit: Unit,
  values: readonly number[],
  aim?: number,
  parts: Figure['parts'] = {},
): Figure {
  const spread = spreadOf(values);
  return {
    name,
    unit,
    ...spread,
    aim: aim ?? null,
    met: aim === undefined ? null : spread.median <= aim,
    parts,
  };
}

/** The product beside its floor: the ratio is taken pair by pair, so that a slow minute of the machine weighs on both sides. */
export function ratioOf(name: string, unit: Unit, pairs: readonly Pair[], aim?: number): Figure {
  const ratios = pairs.map(({ ours, floor }) => ours / floor);
  return figureOf(name, '×', ratios, aim, partsOf(unit, pairs));
}

/** What the product adds to its floor. */
export function excessOf(name: string, unit: Unit, pairs: readonly Pair[], aim?: number): Figure {
  const differences = pairs.map(({ ours, floor }) => ours - floor);
  return figureOf(name, unit, differences, aim, partsOf(unit, pairs));
}

function partsOf(unit: Unit, pairs: readonly Pair[]): Figure['parts'] {
  return {
    ours: { ...spreadOf(pairs.map(({ ours }) => ours)), unit },
    floor: { ...spreadOf(pairs.map(({ floor }) => floor)), unit },
  };
}
