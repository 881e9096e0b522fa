export interface DiffStat {
  additions: number;
  deletions: number;
}

const HUNK = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/;

/**
 * Counts the changed lines of a unified diff, by the hunks' own lengths: a line that merely looks like a
 * header is counted as what it is.
 */
export function diffStat(diff: string): DiffStat {
  const stat = { additions: 0, deletions: 0 };
  let [oldLeft, newLeft] = [0, 0];
  for (const line of diff.split('\n')) {
    const inHunk = oldLeft > 0 || newLeft > 0;
    const mark = line.charAt(0);
    if (!inHunk) [oldLeft, newLeft] = hunkLengths(line);
    else if (mark === '+') {
      stat.additions += 1;
      newLeft -= 1;
    } else if (mark === '-') {
      stat.deletions += 1;
      oldLeft -= 1;
    } else if (mark !== '\\') {
      oldLeft -= 1;
      newLeft -= 1;
    }
  }
  return stat;
}

export function showStat({ additions, deletions }: DiffStat): string {
  const parts = [additions > 0 ? `+${additions}` : '', deletions > 0 ? `−${deletions}` : ''];
  return parts.filter((part) => part !== '').join(' ');
}

function hunkLengths(line: string): [number, number] {
  const match = HUNK.exec(line);
  return match === null ? [0, 0] : [Number(match[1] ?? 1), Number(match[2] ?? 1)];
}
