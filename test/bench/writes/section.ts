import { figureOf } from '../figure.ts';
import type { Section } from '../section.ts';
import { playHour, type Write } from './hour.ts';

/** `docs/performance.md`: GitHub refuses 500 an hour, which the runs of a repository share. */
const MOST_ALONE = 450;
const MOST_OF_FIVE = MOST_ALONE / 5;
const MOST_A_SECOND = 1;

export const writes: Section = {
  title: 'writes that reach GitHub in an hour of a Report with ten events a second, on a clock of its own',
  async measure() {
    const alone = await playHour(1);
    const ofFive = await playHour(5);
    return [
      figureOf('one run: writes', 'calls', [alone.length], MOST_ALONE),
      figureOf(
        'one run: writes of the comment, most in a second',
        'calls',
        [mostInASecond(alone)],
        MOST_A_SECOND,
      ),
      figureOf('one of five runs: writes', 'calls', [ofFive.length], MOST_OF_FIVE),
    ];
  },
};

/** The last edit comes when the run ends, whatever the pace. */
function mostInASecond(all: readonly Write[]): number {
  const times = all.filter(({ operation }) => operation.startsWith('issues/')).map(({ at }) => at);
  const paced = times.slice(0, -1);
  return Math.max(...paced.map((from) => paced.filter((at) => at >= from && at < from + 1).length));
}
