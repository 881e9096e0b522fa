import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

/** Lines that a person types. */
export interface Dialogue {
  /** The next line; undefined when none can come: the input is at its end, or the run was stopped. */
  next(): Promise<string | undefined>;
}

/**
 * Reads lines from `input`. A line that came before it was asked for answers nothing: a key pressed twice must not allow what comes next.
 */
export function createDialogue(input: Readable, signal: AbortSignal): Dialogue {
  const lines = createInterface({ input, terminal: false });
  let ended = signal.aborted;
  let answer: ((line: string | undefined) => void) | undefined;

  const give = (line: string | undefined) => {
    answer?.(line);
    answer = undefined;
  };
  const end = () => {
    ended = true;
    give(undefined);
  };
  lines.on('line', give);
  lines.on('close', end);
  signal.addEventListener('abort', end);
  return {
    next: () =>
      new Promise((resolve) => {
        if (ended) resolve(undefined);
        else answer = resolve;
      }),
  };
}
