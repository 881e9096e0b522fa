/** As many as GitHub gives at once. */
const PAGE = 100;

/** The beginning of a list. */
export interface Pages<T> {
  items: T[];
  /** Whether there is more than was read. */
  truncated: boolean;
}

/** Reads a list that comes in pages, `maxPages` of them at most. */
export async function readPages<T>(
  maxPages: number,
  read: (part: { per_page: number; page: number }) => Promise<readonly T[]>,
): Promise<Pages<T>> {
  const items: T[] = [];
  for (let page = 1; page <= maxPages; page++) {
    const found = await read({ per_page: PAGE, page });
    items.push(...found);
    if (found.length < PAGE) return { items, truncated: false };
  }
  return { items, truncated: true };
}
