import type { ModelPayload, TextPayload } from '../omnimessage/index.ts';
import { isObject, textField } from './json.ts';

type Json = Exclude<TextPayload['fidelity'], undefined>;

/** What an upstream wants back byte for byte. Its keys are ours, its values the upstream's. */
export type Fidelity = { [key: string]: Json };

/** Clients hand out one object for a whole stream where they can, so the comparison by JSON is the exception. */
export function sameFidelity(one: Json | undefined, other: Json | undefined): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

/** Keys accumulate; a later value of a key wins. */
export function mergeFidelity(old: Fidelity | undefined, added: Fidelity | undefined): Fidelity | undefined {
  if (old === undefined || old === added) return added;
  return added === undefined ? old : { ...old, ...added };
}

/** A text that a message carries under `key`; empty when there is none. */
export function fidelityText(payload: ModelPayload, key: string): string {
  return 'fidelity' in payload ? textField(payload.fidelity, key) : '';
}

/** Whatever a message carries under `key`. */
export function fidelityValue(payload: ModelPayload, key: string): unknown {
  return 'fidelity' in payload && isObject(payload.fidelity) ? payload.fidelity[key] : undefined;
}
