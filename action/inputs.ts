import type { Inputs } from '../core/index.ts';

/** Reads inputs as the runner hands them over: `INPUT_` and the name in upper case, hyphens kept. */
export function readInputs(environment: Readonly<Record<string, string | undefined>>): Inputs {
  return (name) => environment[`INPUT_${name.toUpperCase()}`]?.trim() ?? '';
}
