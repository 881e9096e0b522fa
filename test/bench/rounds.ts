/** Measures both sides in turns (ours, floor, ours, floor …), so that what else the machine does meets both alike. */
export async function inTurns<Ours, Floor>(
  rounds: number,
  ours: () => Promise<Ours>,
  floor: () => Promise<Floor>,
): Promise<{ ours: Ours; floor: Floor }[]> {
  const pairs: { ours: Ours; floor: Floor }[] = [];
  for (let round = 0; round < rounds; round++) pairs.push({ ours: await ours(), floor: await floor() });
  return pairs;
}

/** The same measurement several times. */
export async function repeated<T>(rounds: number, measure: () => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let round = 0; round < rounds; round++) results.push(await measure());
  return results;
}
