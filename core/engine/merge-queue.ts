/** How many messages may wait before producers are asked to pause. */
const CAPACITY = 256;

interface Node<T> {
  item: T;
  /** Set when the producer waits until the consumer came back after this item. */
  acknowledge: (() => void) | undefined;
  next: Node<T> | undefined;
}

/**
 * Many producers, one consumer, in order of arrival; each step costs the same however long the queue is. An item for which
 * `isCommitPoint` holds is acknowledged: its `put` resolves when the consumer has come back for the next item, which is when the
 * Session has it on disk. Other puts resolve at once, or when there is room again.
 */
export class MergeQueue<T> implements AsyncIterableIterator<T, undefined> {
  readonly #isCommitPoint: (item: T) => boolean;
  #head: Node<T> | undefined;
  #tail: Node<T> | undefined;
  #size = 0;
  #state: 'open' | 'ended' | 'abandoned' = 'open';
  #delivered: (() => void) | undefined;
  #pull: ((result: IteratorResult<T, undefined>) => void) | undefined;
  #blocked: (() => void)[] = [];

  constructor(isCommitPoint: (item: T) => boolean) {
    this.#isCommitPoint = isCommitPoint;
  }

  /** Nothing to wait for is `undefined`, so that a stream of deltas costs no promise each. Ignored once the queue has ended. */
  put(item: T): Promise<void> | undefined {
    if (this.#state !== 'open') return undefined;
    if (this.#isCommitPoint(item)) {
      return new Promise((acknowledge) => this.#append({ item, acknowledge, next: undefined }));
    }
    this.#append({ item, acknowledge: undefined, next: undefined });
    if (this.#size <= CAPACITY) return undefined;
    return new Promise((resolve) => this.#blocked.push(resolve));
  }

  /** No more items; the consumer still gets what waits. */
  end(): void {
    if (this.#state === 'open') this.#state = 'ended';
    this.#release();
    if (this.#size === 0) this.#pull?.({ done: true, value: undefined });
  }

  next(): Promise<IteratorResult<T, undefined>> {
    this.#delivered?.();
    this.#delivered = undefined;
    const node = this.#head;
    if (node !== undefined) return Promise.resolve(this.#take(node));
    if (this.#state !== 'open') return Promise.resolve({ done: true, value: undefined });
    return new Promise((resolve) => {
      this.#pull = resolve;
    });
  }

  /** The consumer leaves early: what waits is dropped and no producer hangs. */
  return(): Promise<IteratorResult<T, undefined>> {
    this.#state = 'abandoned';
    this.#delivered?.();
    for (let node = this.#head; node !== undefined; node = node.next) node.acknowledge?.();
    this.#head = undefined;
    this.#tail = undefined;
    this.#size = 0;
    this.#release();
    return Promise.resolve({ done: true, value: undefined });
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  #append(node: Node<T>): void {
    if (this.#tail === undefined) this.#head = node;
    else this.#tail.next = node;
    this.#tail = node;
    this.#size += 1;
    const pull = this.#pull;
    this.#pull = undefined;
    pull?.(this.#take(node));
  }

  #take(node: Node<T>): IteratorResult<T, undefined> {
    this.#head = node.next;
    if (this.#head === undefined) this.#tail = undefined;
    this.#size -= 1;
    this.#delivered = node.acknowledge;
    if (this.#size <= CAPACITY / 2) this.#release();
    return { done: false, value: node.item };
  }

  #release(): void {
    for (const resume of this.#blocked.splice(0)) resume();
  }
}
