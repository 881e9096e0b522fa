/**
 * A path as git has it, one character a byte (latin1): file names need not be UTF-8, and must come back as they
 * were.
 */
export type BytePath = string;

/** The items of a list of which each ends with NUL, as git's `-z` writes them. */
export function splitNul(list: Buffer): BytePath[] {
  const items = list.toString('latin1').split('\0');
  items.pop();
  return items;
}

/** The same list for git's `-z --stdin`. */
export function joinNul(items: readonly BytePath[]): Buffer {
  return Buffer.from(items.map((item) => `${item}\0`).join(''), 'latin1');
}

/** For people; bytes that are no UTF-8 show as U+FFFD. */
export function textOf(path: BytePath): string {
  return Buffer.from(path, 'latin1').toString('utf8');
}

/** Where the file lies. */
export function onDisk(top: string, path: BytePath): Buffer {
  return Buffer.concat([Buffer.from(`${top}/`), Buffer.from(path, 'latin1')]);
}
