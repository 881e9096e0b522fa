import { describe } from 'vitest';
import { anthropicFormat } from './anthropic-format.ts';
import { describeAnswers } from './conformance/answers.ts';
import { describeBreaks } from './conformance/breaks.ts';
import { describeInterruptions } from './conformance/interruptions.ts';
import { describeRefusals } from './conformance/refusals.ts';
import { describeRoundTrips } from './conformance/round-trips.ts';
import { openAiChatFormat } from './openai-chat-format.ts';

/** What every protocol must do. A new one needs its wire format and a place in this list. */
describe.each([openAiChatFormat, anthropicFormat])('$name', (format) => {
  describeAnswers(format);
  describeRoundTrips(format);
  describeRefusals(format);
  describeBreaks(format);
  describeInterruptions(format);
});
