/** More differences than these, and it was another word that was meant. */
const MAX_DIFFERENCES = 2;
const MAX_LENGTH = 40;

/** The key that somebody most likely meant by `written`; undefined when none is near. Case, hyphens and underscores count for nothing. */
export function nearKey(written: string, known: readonly string[]): string | undefined {
  const wanted = bare(written);
  const near = known
    .map((key) => ({ key, differences: differences(wanted, bare(key)) }))
    .sort((a, b) => a.differences - b.differences)[0];
  if (near !== undefined && near.differences <= MAX_DIFFERENCES && near.differences < wanted.length)
    return near.key;
  return known.find((key) => wanted.length > 2 && (bare(key).includes(wanted) || wanted.includes(bare(key))));
}

function bare(key: string): string {
  return key.slice(0, MAX_LENGTH).toLowerCase().replace(/[-_]/g, '');
}

/** How many letters must be added, taken away or changed to make one word of the other. */
function differences(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (const [line, letter] of [...from].entries()) {
    const next = [line + 1];
    for (let at = 1; at <= to.length; at += 1) {
      const changed = (row[at - 1] ?? 0) + (letter === to[at - 1] ? 0 : 1);
      next.push(Math.min(changed, (row[at] ?? 0) + 1, (next[at - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
