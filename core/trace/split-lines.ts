export interface Line {
  /** Counted from 1. */
  number: number;
  start: number;
  /** Where its newline stands, or the end of the bytes. */
  end: number;
  terminated: boolean;
}

const NEWLINE = 0x0a;

/**
 * The lines of `bytes` as ranges; nothing is copied. What follows the last newline is a line only if it is not
 * empty.
 */
export function* splitLines(bytes: Buffer): Generator<Line> {
  let start = 0;
  for (let number = 1; start < bytes.length; number += 1) {
    const newline = bytes.indexOf(NEWLINE, start);
    const terminated = newline !== -1;
    const end = terminated ? newline : bytes.length;
    yield { number, start, end, terminated };
    start = end + 1;
  }
}
