/** Lines `oldStart` to `oldEnd` (exclusive) become lines `newStart` to `newEnd`. */
export interface Edit {
  oldStart: number;
  oldEnd: number;
  newStart: number;
  newEnd: number;
}

/** Texts that differ in more lines than this are not compared line by line: the time grows with its square. */
const MAX_DIFFERENCES = 400;

/** The fewest lines that turn `old` into `now`, in order; one edit for all when they differ too much. */
export function lineEdits(old: string[], now: string[]): Edit[] {
  const start = sameAtStart(old, now);
  const end = sameAtEnd(old, now, start);
  const a = old.slice(start, old.length - end);
  const b = now.slice(start, now.length - end);
  const edits = shortestEdits(a, b) ?? [{ oldStart: 0, oldEnd: a.length, newStart: 0, newEnd: b.length }];
  return edits.map((edit) => ({
    oldStart: edit.oldStart + start,
    oldEnd: edit.oldEnd + start,
    newStart: edit.newStart + start,
    newEnd: edit.newEnd + start,
  }));
}

function sameAtStart(a: string[], b: string[]): number {
  let count = 0;
  while (count < a.length && count < b.length && a[count] === b[count]) count += 1;
  return count;
}

function sameAtEnd(a: string[], b: string[], start: number): number {
  const most = Math.min(a.length, b.length) - start;
  let count = 0;
  while (count < most && a[a.length - 1 - count] === b[b.length - 1 - count]) count += 1;
  return count;
}

/**
 * Myers' greedy algorithm: after `d` differences, `ends` holds for each diagonal `k = x - y` how far in `a` one can be. The rows of all `d`
 * are kept, to walk back from the end. Nothing when there are too many differences.
 */
function shortestEdits(a: string[], b: string[]): Edit[] | undefined {
  const rows: Map<number, number>[] = [];
  let ends = new Map([[1, 0]]);
  for (let d = 0; d <= MAX_DIFFERENCES; d += 1) {
    rows.push(ends);
    const next = new Map<number, number>();
    for (let k = -d; k <= d; k += 2) {
      const x = slide(a, b, k, firstStep(ends, k, d));
      if (x >= a.length && x - k >= b.length) return walkBack(rows, a.length, b.length);
      next.set(k, x);
    }
    ends = next;
  }
  return undefined;
}

/** Where diagonal `k` begins in row `d`: a line of `b` is added, or one of `a` is dropped. */
function firstStep(ends: Map<number, number>, k: number, d: number): number {
  return isAdded(ends, k, d) ? endOf(ends, k + 1) : endOf(ends, k - 1) + 1;
}

function isAdded(ends: Map<number, number>, k: number, d: number): boolean {
  return k === -d || (k !== d && endOf(ends, k - 1) < endOf(ends, k + 1));
}

function endOf(ends: Map<number, number>, k: number): number {
  return ends.get(k) ?? -1;
}

function slide(a: string[], b: string[], k: number, from: number): number {
  let x = from;
  while (x < a.length && x - k < b.length && a[x] === b[x - k]) x += 1;
  return x;
}

function walkBack(rows: Map<number, number>[], oldLength: number, newLength: number): Edit[] {
  const steps: Edit[] = [];
  let x = oldLength;
  let y = newLength;
  for (const [d, ends] of [...rows.entries()].slice(1).reverse()) {
    const k = x - y;
    const added = isAdded(ends, k, d);
    x = endOf(ends, added ? k + 1 : k - 1);
    y = x - (added ? k + 1 : k - 1);
    steps.push({ oldStart: x, oldEnd: x + (added ? 0 : 1), newStart: y, newEnd: y + (added ? 1 : 0) });
  }
  return joined(steps.reverse());
}

/** Single lines that follow each other become one edit. */
function joined(steps: Edit[]): Edit[] {
  const edits: Edit[] = [];
  for (const step of steps) {
    const last = edits.at(-1);
    if (last !== undefined && last.oldEnd === step.oldStart && last.newEnd === step.newStart) {
      last.oldEnd = step.oldEnd;
      last.newEnd = step.newEnd;
    } else {
      edits.push({ ...step });
    }
  }
  return edits;
}
