import type { Clock } from '../../omnimessage/index.ts';

/** How long one search may take. */
export const MAX_SEARCH_MS = 20_000;

/** Why results end: all were seen, the limit was reached, or the time was over. */
export type Bound = 'all' | 'limit' | 'time';

export interface BoundedResults<T> {
  results: AsyncGenerator<T>;
  /** To be asked after the last result. */
  bound(): Bound;
}

/** Passes results on until `isFull` says that the next one is too many, the time is over, or `signal` aborts. `search` gets the signal that ends it. */
export function bounded<T>(
  search: (signal: AbortSignal) => AsyncGenerator<T>,
  isFull: (next: T) => boolean,
  clock: Clock,
  signal: AbortSignal,
): BoundedResults<T> {
  const stop = new AbortController();
  const done = new AbortController();
  let bound: Bound = 'all';

  async function* results(): AsyncGenerator<T> {
    signal.addEventListener('abort', () => stop.abort(), { signal: done.signal });
    void clock.sleep(MAX_SEARCH_MS, done.signal).then(timeIsOver);
    try {
      for await (const found of search(stop.signal)) {
        if (isFull(found)) {
          bound = 'limit';
          return;
        }
        yield found;
      }
    } finally {
      done.abort();
    }
  }

  function timeIsOver(): void {
    if (done.signal.aborted) return;
    bound = 'time';
    stop.abort();
  }

  return { results: results(), bound: () => bound };
}

/** What the model is told of the bound. `more` says how to get at the rest. */
export function boundNotes(bound: Bound, limit: number, more: string): string[] {
  switch (bound) {
    case 'all':
      return [];
    case 'limit':
      return [`[the first ${limit} results are shown; there are more: ${more}]`];
    case 'time':
      return [`[stopped after ${MAX_SEARCH_MS} ms, not everything was searched: narrow path or glob]`];
  }
}
