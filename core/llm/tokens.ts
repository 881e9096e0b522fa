/** Estimates where no real count is known yet; deliberately a little high for prose. */
import type { ModelPayload } from '../omnimessage/index.ts';
import type { ModelMessage } from './upstream.ts';

const ASCII_CHARS_A_TOKEN = 4;
const IMAGE_TOKENS = 1600;
/** Room between the estimate and the window, for what the estimate misses. */
const MARGIN = 1024;
const LEAST_OUTPUT = 512;

/** Four ASCII characters are a token, every other character is one. */
export function estimateText(text: string): number {
  let ascii = 0;
  let others = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit < 0x80) ascii++;
    else if (unit < 0xdc00 || unit > 0xdfff) others++; // A low surrogate belongs to the character before it.
  }
  return Math.ceil(ascii / ASCII_CHARS_A_TOKEN) + others;
}

export function estimateMessages(messages: ModelMessage[]): number {
  return messages.reduce((sum, { payload }) => sum + estimatePayload(payload), 0);
}

/** Images count by the piece: their base64 is not text. */
function estimatePayload(payload: ModelPayload): number {
  switch (payload.type) {
    case 'text':
      return estimateText(payload.text);
    case 'thinking':
      return estimateText(payload.thinking);
    case 'tool_call':
      return estimateText(payload.name) + estimateText(payload.arguments);
    case 'tool_call_output':
      return estimateText(payload.output) + IMAGE_TOKENS * (payload.images?.length ?? 0);
    case 'image_url':
    case 'inline_data':
    case 'inline_thinking':
      return IMAGE_TOKENS;
  }
}

/**
 * How many tokens an answer may have: what was asked for, or what the window leaves, whichever is less. Never
 * less than 512: an answer that does not fit is the upstream's to refuse, as an overflow that leads to a
 * compaction.
 */
export function outputCap(
  maxTokens: number | undefined,
  contextWindow: number | undefined,
  input: number,
): number | undefined {
  if (maxTokens === undefined || contextWindow === undefined) return maxTokens;
  return Math.min(maxTokens, Math.max(contextWindow - input - MARGIN, LEAST_OUTPUT));
}
