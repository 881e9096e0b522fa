const SUFFIXED = /^(.*)#(\d+)$/s;

/**
 * Makes tool call ids unique in a Session. Some upstreams give the same id twice, none at all, or the
 * function's name in its place: such a call gets `#n` behind what the upstream said, and the upstream gets its
 * own words back. One allocator serves a Session through all its model contexts.
 */
export class ToolCallIdAllocator {
  /** How often each upstream id was given out. */
  readonly #used = new Map<string, number>();

  /** The Session's id for a call that the upstream calls `id`. */
  inbound(id: string, name: string): string {
    const base = id === '' ? name : id;
    const used = (this.#used.get(base) ?? 0) + 1;
    this.#used.set(base, used);
    // An upstream id that already looks like one of ours gets a suffix too, so that stripping one is always right.
    const plain = used === 1 && base !== name && !SUFFIXED.test(base);
    return plain ? base : `${base}#${used}`;
  }

  /** What the upstream called it. */
  outbound(id: string): string {
    return SUFFIXED.exec(id)?.[1] ?? id;
  }

  /** Takes an id of an earlier run out of circulation. */
  reserve(id: string): void {
    const [, base = id, used = '1'] = SUFFIXED.exec(id) ?? [];
    this.#used.set(base, Math.max(this.#used.get(base) ?? 0, Number(used)));
  }
}
