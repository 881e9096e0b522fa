import { type Pair, ratioOf } from '../figure.ts';
import type { Section } from '../section.ts';
import { openStartStage, type StartStage } from './stage.ts';

/** `docs/performance.md`. */
const MOST_TO_GITHUB = 2;
const MOST_TO_MODEL = 2.5;

export const start: Section = {
  title:
    'from the spawn of the built action to its first requests, beside a bare program with the same requests',
  async measure(setting) {
    const stage = await openStartStage(setting);
    try {
      const { toGitHub, toModel } = await play(stage, setting.quick ? 3 : 25);
      return [
        ratioOf('spawn → first GitHub request', 'ms', toGitHub, MOST_TO_GITHUB),
        ratioOf('spawn → first model request', 'ms', toModel, MOST_TO_MODEL),
      ];
    } finally {
      await stage.close();
    }
  },
};

async function play(stage: StartStage, rounds: number): Promise<{ toGitHub: Pair[]; toModel: Pair[] }> {
  const planFile = await stage.writePlan();
  const toGitHub: Pair[] = [];
  const toModel: Pair[] = [];
  for (let round = 0; round < rounds; round++) {
    await stage.job.checkOut();
    const ours = await stage.startAction();
    toGitHub.push({ ours: ours.gitHub, floor: await stage.startOneFetch() });
    toModel.push({ ours: ours.model, floor: await stage.startReplay(planFile) });
  }
  return { toGitHub, toModel };
}
