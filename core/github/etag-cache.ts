/** Enough for what one run reads again and again: 100 answers of 256 KiB. */
const MAX_ENTRIES = 100;
const MAX_BYTES = 256 * 1024;

interface Entry {
  etag: string;
  /** The answer's body; whoever gets it does not change it. */
  body: unknown;
}

/** What GitHub answered to reads of this run, by URL: an answer that has not changed is sent once, and costs no budget the second time. */
export interface EtagCache {
  /** The header that asks for changes alone; none for what was not read before. */
  condition(url: string): Record<string, string>;
  body(url: string): unknown;
  keep(url: string, headers: { etag?: string; 'content-length'?: number }, body: unknown): void;
}

export function createEtagCache(): EtagCache {
  const entries = new Map<string, Entry>();
  return {
    condition: (url) => {
      const etag = entries.get(url)?.etag;
      return etag === undefined ? {} : { 'if-none-match': etag };
    },
    body: (url) => entries.get(url)?.body,
    keep(url, { etag, 'content-length': bytes }, body) {
      entries.delete(url);
      if (etag === undefined || Number(bytes) > MAX_BYTES) return;
      entries.set(url, { etag, body });
      const [oldest] = entries.keys();
      if (entries.size > MAX_ENTRIES && oldest !== undefined) entries.delete(oldest);
    },
  };
}
