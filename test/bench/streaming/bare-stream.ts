import { scriptedModel } from '../../../core/llm/index.ts';
import { createBuild } from '../../../core/omnimessage/index.ts';
import { answerOf } from '../session/script.ts';
import { systemClock } from '../session/system-clock.ts';
import { type DeltaCost, playStreams, type StreamInput } from './stream-cost.ts';

const build = createBuild(systemClock.now);

/** The floor: the same answer taken from the model's port and nothing done with it. */
export function bareStream(input: StreamInput): Promise<DeltaCost[]> {
  const script = answerOf(input.deltas);
  const prompt = build({ type: 'text', role: 'user', text: 'Tell me everything.' });
  return playStreams(input, async () => {
    const model = scriptedModel(script, { clock: systemClock, build });
    const stream = model.streamGenerate({ newMessages: [prompt] });
    while ((await stream.next()).done !== true);
  });
}
