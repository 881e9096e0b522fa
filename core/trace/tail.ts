import { fstatSync, readSync } from 'node:fs';

/** How a file ends: where a chain goes on, and whether a crash left half a line there. */
export interface Tail {
  /** The sum of the last whole line; undefined when there is none. */
  lastSum: string | undefined;
  torn: boolean;
}

const FIRST_WINDOW = 64 * 1024;
/** A record is whole without its newline too: a crash may have cut just that. */
const WHOLE_LINE_END = /,"sum":"([0-9a-f]{16})"\}(?:\n|$)/g;
const NEWLINE = 0x0a;

/** Looks at the end only: whether the lines before it are sound is the reader's question. */
export function readTail(descriptor: number): Tail {
  const { size } = fstatSync(descriptor);
  if (size === 0) return { lastSum: undefined, torn: false };
  // A line may hold images of many megabytes, so the window grows until it has the end of a whole line.
  for (let window = FIRST_WINDOW; ; window *= 8) {
    const bytes = readEnd(descriptor, size, Math.min(window, size));
    const lastSum = [...bytes.toString('latin1').matchAll(WHOLE_LINE_END)].at(-1)?.[1];
    if (lastSum !== undefined || window >= size) return { lastSum, torn: bytes.at(-1) !== NEWLINE };
  }
}

function readEnd(descriptor: number, size: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  let filled = 0;
  while (filled < length) {
    const count = readSync(descriptor, bytes, filled, length - filled, size - length + filled);
    if (count === 0) return bytes.subarray(0, filled);
    filled += count;
  }
  return bytes;
}
