import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import type { LLMInterface, LLMOutcome, OmniMessage } from '../../../core/omnimessage/index.ts';
import { openSession } from '../session/open-session.ts';
import { answerOf } from '../session/script.ts';
import type { StreamInput } from './stream-cost.ts';

/** Milliseconds from the last delta leaving the model's port to the end of the Task, its record synced; one number a stream. */
export async function sessionSettling({ deltas, warmUp, streams, scratch }: StreamInput): Promise<number[]> {
  const script = answerOf(deltas);
  const times: number[] = [];
  for (let stream = 0; stream < warmUp + streams; stream++) {
    const last = { at: Number.NaN };
    const folder = mkdtempSync(join(scratch, 'settling-'));
    const session = await openSession(script, folder, (model) => noting(model, last));
    const task = session.run();
    while ((await task.next()).done !== true);
    times.push(performance.now() - last.at);
    await session.dispose();
  }
  return times.slice(warmUp);
}

/** The same model; when it gave out its last delta is noted. */
function noting(model: LLMInterface, last: { at: number }): LLMInterface {
  return {
    async *streamGenerate(parameters): AsyncGenerator<OmniMessage, LLMOutcome> {
      const stream = model.streamGenerate(parameters);
      for (;;) {
        const step = await stream.next();
        if (step.done === true) return step.value;
        if (isDelta(step.value)) last.at = performance.now();
        yield step.value;
      }
    },
  };
}

function isDelta({ payload }: OmniMessage): boolean {
  return payload.type === 'partial_text' && payload.event_type === 'delta';
}
