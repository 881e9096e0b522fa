/** The smaller size: large enough to be measured. */
const SMALL = 4_096;
const TIMES_LARGER = 16;
/** Between what is linear (16) and what is quadratic (256). */
export const MOST_GROWTH = 80;
/** What a linear scan takes at most, and a quadratic one never: below it nothing can be told from noise. Milliseconds of CPU. */
const NOTHING = 40;

/** How much more CPU work takes that is given 16 times as much; other programs on the machine do not count. */
export function growthOf(work: (size: number) => void): number {
  const large = leastCpu(() => work(SMALL * TIMES_LARGER));
  return large < NOTHING
    ? 1
    : large /
        Math.max(
          leastCpu(() => work(SMALL)),
          NOTHING / MOST_GROWTH,
        );
}

function leastCpu(act: () => void): number {
  const once = () => {
    const before = process.cpuUsage();
    act();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
  return Math.min(once(), once(), once());
}
