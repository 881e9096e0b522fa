import { figureOf } from '../figure.ts';
import { repeated } from '../rounds.ts';
import { runSide } from '../run-side.ts';
import type { Section } from '../section.ts';

/** `docs/performance.md`, in MB. */
const MOST_AT_50 = 120;
const MOST_AT_200 = 170;

export const memory: Section = {
  title:
    'peak memory of a process with engine and Session, each turn with a full output of 16,000 characters',
  async measure({ node, quick, scratch }) {
    const rounds = quick ? 1 : 5;
    const at = (turns: number) => repeated(rounds, () => runSide(node, 'session-memory', { turns, scratch }));
    return [
      figureOf('peak after 50 turns', 'MB', await at(50), MOST_AT_50),
      figureOf('peak after 200 turns', 'MB', await at(200), MOST_AT_200),
      figureOf(
        'peak of a Node that does nothing',
        'MB',
        await repeated(rounds, () => runSide(node, 'bare-memory', {})),
      ),
    ];
  },
};
