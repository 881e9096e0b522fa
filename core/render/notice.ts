import { oneLine } from '../policy/index.ts';

/** Longer than any sentence: what is cut tells nobody what to do. */
const MAX_SENTENCE = 1_400;
const DECLINED = '<!-- penguin:declined -->';

/** The job summary of a run in which no Session began. */
export function renderNotice(sentence: string): string {
  return `### ${oneLine(sentence, MAX_SENTENCE)}`;
}

/** The answer to a command that cannot be followed as things stand; the same sentence makes the same text. */
export function declinedReply(sentence: string): string {
  return `${DECLINED}\n\n${oneLine(sentence, MAX_SENTENCE)}`;
}
