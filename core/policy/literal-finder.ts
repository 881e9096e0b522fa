import type { SecretSpan, SpanFinder } from './span-finder.ts';

/** The last three units of a window decide how far it may jump. */
const BLOCK = 3;
const TABLE_SIZE = 1 << 16;
const MAX_SHIFT = 255;

/**
 * Finds the first of many literal texts, the longest at a place. A window as long as the shortest pattern
 * jumps over what no pattern begins with (Wu and Manber's way), so that text without secrets is read only in
 * part. Patterns are at least four units long.
 */
export function literalFinder(patterns: readonly string[]): SpanFinder {
  const longest = Math.max(0, ...patterns.map((pattern) => pattern.length));
  if (longest === 0) return { next: () => undefined, longest };
  const window = Math.min(MAX_SHIFT, ...patterns.map((pattern) => pattern.length));
  const shifts = shiftTable(patterns, window);
  const buckets = bucketTable(patterns, window);

  function next(text: string, from: number, before: number): SecretSpan | undefined {
    const last = Math.min(before - 1, text.length - window);
    let start = from;
    while (start <= last) {
      const hash = hashAt(text, start + window - BLOCK);
      const shift = shifts[hash] ?? 0;
      if (shift > 0) start += shift;
      else {
        const found = buckets.get(hash)?.find((pattern) => text.startsWith(pattern, start));
        if (found !== undefined) return { start, end: start + found.length };
        start += 1;
      }
    }
    return undefined;
  }
  return { next, longest };
}

/**
 * For each block: how far the window may move before a pattern could begin at it; 0 where one may begin right
 * here.
 */
function shiftTable(patterns: readonly string[], window: number): Uint8Array {
  const shifts = new Uint8Array(TABLE_SIZE).fill(window - BLOCK + 1);
  for (const pattern of patterns) {
    for (let at = 0; at + BLOCK <= window; at += 1) {
      const hash = hashAt(pattern, at);
      shifts[hash] = Math.min(shifts[hash] ?? 0, window - BLOCK - at);
    }
  }
  return shifts;
}

/** The patterns by the last block of their first window, the longest first. */
function bucketTable(patterns: readonly string[], window: number): Map<number, string[]> {
  const buckets = new Map<number, string[]>();
  for (const pattern of [...patterns].sort((a, b) => b.length - a.length)) {
    const hash = hashAt(pattern, window - BLOCK);
    buckets.set(hash, [...(buckets.get(hash) ?? []), pattern]);
  }
  return buckets;
}

function hashAt(text: string, at: number): number {
  return (
    ((text.charCodeAt(at) << 9) ^ (text.charCodeAt(at + 1) << 5) ^ text.charCodeAt(at + 2)) & (TABLE_SIZE - 1)
  );
}
