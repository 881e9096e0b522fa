import type { Fidelity } from './fidelity.ts';
import { isObject } from './json.ts';

type Json = Fidelity[string];
type Detail = { [field: string]: Json };

/**
 * OpenRouter's `reasoning_details`: signed or encrypted reasoning that comes in pieces and must go back whole,
 * in order.
 */
export interface ReasoningDetails {
  add(pieces: unknown[]): void;
  /** Everything so far; undefined when there was nothing. */
  whole(): Json[] | undefined;
}

export function createReasoningDetails(): ReasoningDetails {
  const details: Detail[] = [];
  return {
    add(pieces) {
      for (const piece of pieces.filter(isDetail)) {
        const last = details.at(-1);
        if (last !== undefined && last.type === piece.type && last.index === piece.index) join(last, piece);
        else details.push({ ...piece });
      }
    },
    whole: () => (details.length > 0 ? details : undefined),
  };
}

/** It was parsed from JSON, so its fields are JSON. */
function isDetail(piece: unknown): piece is Detail {
  return isObject(piece);
}

/** Texts grow; any other field, a signature for one, is as its last piece says. */
function join(whole: Detail, piece: Detail): void {
  for (const [name, value] of Object.entries(piece)) {
    const old = whole[name];
    const grows = name === 'text' || name === 'summary' || name === 'data';
    if (grows && typeof old === 'string' && typeof value === 'string') whole[name] = old + value;
    else if (value !== null) whole[name] = value;
  }
}
