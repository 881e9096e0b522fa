import type { Build, Clock, LLMInterface, LLMOutcome, OmniMessage } from '../omnimessage/index.ts';
import type { AnswerSource, Failure } from './answer.ts';
import { leavable, receiveAnswer } from './answer.ts';
import type { ScriptedTurn } from './script.ts';
import { playTurn, ScriptedFailure } from './script.ts';
import { isModelMessage } from './turns.ts';
import { createUsageMeter } from './usage.ts';

export interface ScriptedModel extends LLMInterface {
  /** What each Request was given, in order. */
  readonly requests: OmniMessage[][];
}

/**
 * A model that plays a script instead of asking anybody: one turn for each Request, a failed one too, in the
 * same stream as a real model's. Ids are given out as the script has them. When the script is over, Requests
 * fail for good and say so.
 */
export function scriptedModel(turns: ScriptedTurn[], ports: { clock: Clock; build: Build }): ScriptedModel {
  const requests: OmniMessage[][] = [];
  const meter = createUsageMeter();
  let calls = 0;

  async function* request(
    newMessages: OmniMessage[],
    signals: AbortSignal[],
  ): AsyncGenerator<OmniMessage, LLMOutcome> {
    const turn = turns[requests.push([...newMessages]) - 1];
    if (turn === undefined) {
      const message = `The script has ${turns.length} turns; this is Request ${requests.length}.`;
      return { status: 'failed', permanent: true, message };
    }
    const expected = meter.expect(newMessages.filter(isModelMessage));
    const source: AnswerSource = {
      open: (signal) => playTurn(turn, ports.clock, signal),
      limitMs: 0,
      callId: (id) => id || `call_${++calls}`,
      explain,
    };
    const { outcome, messages, usage } = yield* receiveAnswer(source, ports, signals);
    if (outcome.status === 'completed') yield ports.build(meter.count(usage, expected, messages));
    return outcome;
  }

  return {
    requests,
    streamGenerate: ({ newMessages, signal }) =>
      leavable((left) => request(newMessages, signal === undefined ? [left] : [signal, left])),
  };
}

function explain(failure: Failure): LLMOutcome {
  if (failure.kind === 'threw' && failure.error instanceof ScriptedFailure) return failure.error.outcome;
  return {
    status: failure.kind === 'aborted' ? 'aborted' : 'failed',
    message: `The script ${failure.kind}.`,
  };
}
