import type { LLMOutcome, OmniMessage } from '../omnimessage/index.ts';

/** Attempts after the first one. */
export const MAX_RECONNECTS = 5;
const FIRST_DELAY_MS = 2_000;
const MAX_DELAY_MS = 30_000;

/** Whether the same input may be sent again: never after a refused key or a deterministic rejection. */
export function isRetryable(outcome: LLMOutcome): boolean {
  if (outcome.permanent === true || outcome.overflow === true) return false;
  return outcome.status === 'failed' || outcome.status === 'timeout' || outcome.status === 'malformed';
}

/**
 * Milliseconds to wait before reconnect number `attempt` (from 1): exponential with a cap and full jitter, so that many
 * runs do not come back together; what the upstream asked for wins.
 */
export function retryDelay(attempt: number, outcome: LLMOutcome, random: () => number): number {
  if (outcome.retry_after_ms !== undefined) return outcome.retry_after_ms;
  return Math.round(random() * Math.min(FIRST_DELAY_MS * 2 ** (attempt - 1), MAX_DELAY_MS));
}

/**
 * What failed attempts produced, as one text for the next attempt: the model must not do again what is done. Empty if they produced
 * nothing.
 */
export function describeAttempts(marker: 'turn_retried' | 'turn_aborted', produced: OmniMessage[]): string {
  const lines = produced.flatMap(describe);
  if (lines.length === 0) return '';
  const why =
    marker === 'turn_retried'
      ? 'The previous attempt was cut off. What it had produced, and what its tool calls that ran returned:'
      : 'The previous turn was interrupted by the user. What it had produced:';
  return [`[${marker}]`, why, ...lines, `[/${marker}]`].join('\n');
}

function describe({ payload }: OmniMessage): string[] {
  switch (payload.type) {
    case 'text':
      return payload.text === '' ? [] : [`text: ${payload.text}`];
    case 'tool_call':
      return [`tool call ${payload.tool_call_id}: ${payload.name} ${payload.arguments}`];
    case 'tool_call_output':
      return [`output of ${payload.tool_call_id} (${payload.stop_reason ?? 'completed'}): ${payload.output}`];
    default:
      return [];
  }
}
