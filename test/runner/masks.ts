export interface Masks {
  /** Values so far, in the order in which they came. */
  readonly values: readonly string[];
  /** Hides a value from now on, and each line of one that has several. */
  add(value: string): void;
  /** The text with every value as `***`; values that overlap or touch are one. */
  apply(text: string): string;
}

/** What the log hides. The runner hides encoded forms too; here they stay visible, so that a test sees them. */
export function masks(): Masks {
  const values: string[] = [];
  return {
    values,
    add(value) {
      const lines = value.split(/[\r\n]+/).filter((line) => line.trim() !== '');
      values.push(...[value, ...lines].filter((one) => one.trim() !== '' && !values.includes(one)));
    },
    apply: (text) => hide(text, rangesOf(text, values)),
  };
}

type Range = [start: number, end: number];

function rangesOf(text: string, values: string[]): Range[] {
  const ranges: Range[] = [];
  for (const value of values) {
    for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + 1)) {
      ranges.push([at, at + value.length]);
    }
  }
  return ranges.sort((a, b) => a[0] - b[0]);
}

function hide(text: string, ranges: Range[]): string {
  let shown = '';
  let hiddenTo = -1;
  for (const [start, end] of ranges) {
    if (start > hiddenTo) shown += `${text.slice(Math.max(0, hiddenTo), start)}***`;
    hiddenTo = Math.max(hiddenTo, end);
  }
  return shown + text.slice(Math.max(0, hiddenTo));
}
