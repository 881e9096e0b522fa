import { hash } from 'node:crypto';
import type { OmniMessage } from '../omnimessage/index.ts';

/**
 * One line of a trace is a message's JSON with one more key, `sum`, which is always the last and always 26 bytes
 * long (`,"sum":"<16 hex>"}`). So the JSON that was summed is the line's own text with that tail replaced by `}`: a
 * reader verifies the bytes that were written and never has to guess how they would be written again.
 */
const TAIL_BYTES = 26;

export interface SealedLine {
  /** Without the newline. */
  text: string;
  sum: string;
}

/** The line that follows the one whose sum is `previousSum`; the first line of a chain follows the empty sum. */
export function seal(message: OmniMessage, previousSum: string): SealedLine {
  const json = JSON.stringify(message);
  const sum = sumOf(json, previousSum);
  return { text: json.slice(0, -1) + tail(sum), sum };
}

/** What the line between `start` and `end` holds, if it follows `previousSum`; undefined if it does not. */
export function unseal(
  bytes: Buffer,
  start: number,
  end: number,
  previousSum: string,
): { json: string; sum: string } | undefined {
  const border = end - TAIL_BYTES;
  if (border <= start) return undefined;
  const json = `${bytes.toString('utf8', start, border)}}`;
  const sum = sumOf(json, previousSum);
  return bytes.toString('latin1', border, end) === tail(sum) ? { json, sum } : undefined;
}

function tail(sum: string): string {
  return `,"sum":"${sum}"}`;
}

function sumOf(json: string, previousSum: string): string {
  return hash('sha256', previousSum + json, 'hex').slice(0, 16);
}
