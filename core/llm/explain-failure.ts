import type { LLMOutcome } from '../omnimessage/index.ts';
import type { Failure } from './answer.ts';
import type { Circumstances, Where } from './classify.ts';
import { classify, sayWhere } from './classify.ts';

/** The outcome of a Request that brought no whole answer. */
export function explainFailure(
  failure: Failure,
  where: Where,
  circumstances: Circumstances & { limitMs: number },
): LLMOutcome {
  switch (failure.kind) {
    case 'aborted':
      return { status: 'aborted', message: 'The Request was aborted.' };
    case 'timed_out': {
      const seconds = circumstances.limitMs / 1000;
      return say('timeout', where, `nothing came for ${seconds} s. Try again, or allow more time.`);
    }
    case 'ended':
      return say('malformed', where, 'the answer ended without a finish. Try again.');
    case 'filtered':
      return say('failed', where, 'a content filter stopped the answer. Ask in other words.');
    case 'threw':
      return classify(failure.error, where, circumstances);
  }
}

function say(status: LLMOutcome['status'], where: Where, sentence: string): LLMOutcome {
  return { status, message: sayWhere(where, sentence) };
}
