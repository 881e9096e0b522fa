import type { PayloadOf, Usage } from '../omnimessage/index.ts';
import { estimateMessages } from './tokens.ts';
import type { ModelMessage } from './upstream.ts';

const NO_USAGE: Usage = { cache_read: 0, cache_write: 0, output: 0, total: 0 };

/** Keeps count of what a conversation uses and of how much its context holds. */
export interface UsageMeter {
  /** Adds an estimate to the context: prompt, tools, a restored history. */
  grow(tokens: number): void;
  /** How much the context holds once `input` is sent. */
  expect(input: ModelMessage[]): number;
  /**
   * Counts a completed Request. An upstream that reports no usage, or that there was none, is not believed:
   * limits and compaction depend on it, so it is estimated.
   */
  count(reported: Usage | undefined, expectedInput: number, answer: ModelMessage[]): PayloadOf<'token_usage'>;
}

/** `session` is what the Session used before. */
export function createUsageMeter(session: Usage = NO_USAGE): UsageMeter {
  let sessionUsage = session;
  let contextTokens = 0;
  return {
    grow(tokens) {
      contextTokens += tokens;
    },
    expect: (input) => contextTokens + estimateMessages(input),
    count(reported, expectedInput, answer) {
      const believed = reported !== undefined && reported.total > 0;
      const request = believed ? reported : estimate(expectedInput, answer);
      contextTokens = request.total;
      sessionUsage = sum(sessionUsage, request);
      return { type: 'token_usage', session: sessionUsage, request };
    },
  };
}

function estimate(input: number, answer: ModelMessage[]): Usage {
  const output = estimateMessages(answer);
  return { ...NO_USAGE, output, total: input + output };
}

function sum(one: Usage, other: Usage): Usage {
  return {
    cache_read: one.cache_read + other.cache_read,
    cache_write: one.cache_write + other.cache_write,
    output: one.output + other.output,
    total: one.total + other.total,
  };
}
