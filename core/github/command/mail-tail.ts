/** "On Mon, Nov 30, 2026 at 10:00, Alice <a@b> wrote:", which mail programs break in two where it is long. */
const ATTRIBUTION = /^On\b.{1,200}\b(?:\d{4}|\d{1,2}:\d\d)\b.{0,200}\bwrote:\s*$/;
const FORWARDED = /^-{2,}\s*Original Message\s*-{2,}\s*$/i;
const SIGNATURE = /^-- $/;

/**
 * Where the part of a mailed comment begins that the mail program added: a signature, the message that is
 * answered. `lines.length` if it has none.
 */
export function mailTailStart(lines: readonly string[], isProse: readonly boolean[]): number {
  const start = lines.findIndex((line, at) => isProse[at] === true && beginsTail(line, lines[at + 1] ?? ''));
  return start < 0 ? lines.length : start;
}

function beginsTail(line: string, next: string): boolean {
  if (SIGNATURE.test(line) || FORWARDED.test(line)) return true;
  return line.startsWith('On ') && (ATTRIBUTION.test(line) || ATTRIBUTION.test(`${line} ${next}`));
}
