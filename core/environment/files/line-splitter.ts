export interface Line {
  bytes: Buffer;
  /** The line was longer than what is kept of it. */
  cut: boolean;
}

/** Splits bytes that arrive in pieces at `separator`, keeping at most `maxBytes` of each line: a line may be endless. */
export interface LineSplitter {
  /** The lines that this piece ends. */
  push(piece: Buffer): Line[];
  /** The last line, if it has no separator at its end. */
  flush(): Line[];
}

export function createLineSplitter(separator: number, maxBytes: number): LineSplitter {
  let kept: Buffer = Buffer.alloc(0);
  let length = 0;

  function grow(part: Buffer): void {
    length += part.length;
    const room = maxBytes - kept.length;
    if (room > 0)
      kept = kept.length === 0 ? part.subarray(0, room) : Buffer.concat([kept, part.subarray(0, room)]);
  }

  function take(): Line {
    const line = { bytes: kept, cut: length > kept.length };
    kept = Buffer.alloc(0);
    length = 0;
    return line;
  }

  return {
    push(piece) {
      const lines: Line[] = [];
      let start = 0;
      for (let end = piece.indexOf(separator); end >= 0; end = piece.indexOf(separator, start)) {
        grow(piece.subarray(start, end));
        lines.push(take());
        start = end + 1;
      }
      if (start < piece.length) grow(piece.subarray(start));
      return lines;
    },
    flush: () => (length === 0 ? [] : [take()]),
  };
}
