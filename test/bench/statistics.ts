/** The middle of some measurements and how far they lie apart. */
export interface Spread {
  median: number;
  min: number;
  max: number;
}

export function spreadOf(values: readonly number[]): Spread {
  if (values.length === 0) throw new Error('nothing was measured');
  return { median: median(values), min: Math.min(...values), max: Math.max(...values) };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
}

/**
 * Of several measurements in one process the least disturbed: what else the machine does only ever adds. Both sides of a comparison are
 * taken so.
 */
export function leastDisturbed(values: readonly number[]): number {
  if (values.length === 0) throw new Error('nothing was measured');
  return Math.min(...values);
}
