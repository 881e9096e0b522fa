import { describe, expect, it } from 'vitest';
import { MergeQueue } from '../../core/engine/merge-queue.ts';

const queueOf = () => new MergeQueue<string>((item) => item.startsWith('commit'));

describe('the merge queue', () => {
  it('gives items in order of arrival and ends when told', async () => {
    const queue = queueOf();
    for (const item of ['a', 'b', 'c']) void queue.put(item);
    queue.end();
    const got: string[] = [];
    for await (const item of queue) got.push(item);
    expect(got).toEqual(['a', 'b', 'c']);
  });

  it('acknowledges a commit point only when the consumer has come back', async () => {
    const queue = queueOf();
    const log: string[] = [];
    const put = queue.put('commit')?.then(() => log.push('acknowledged'));
    await queue.next();
    await new Promise((resolve) => setImmediate(resolve));
    log.push('consumer works');
    const next = queue.next();
    await put;
    queue.end();
    await next;
    expect(log).toEqual(['consumer works', 'acknowledged']);
  });

  it('asks producers to pause when it is full, and lets them go on when there is room', async () => {
    const queue = queueOf();
    let blocked = 0;
    const puts: Promise<void>[] = [];
    for (let i = 0; i < 300; i++) {
      const put = queue.put(`item ${i}`);
      if (put !== undefined) {
        blocked++;
        puts.push(put);
      }
    }
    expect(blocked).toBe(300 - 256);
    for (let i = 0; i < 200; i++) await queue.next();
    await Promise.all(puts);
  });

  it('lets every producer go when the consumer leaves', async () => {
    const queue = queueOf();
    const puts = [queue.put('commit 1'), queue.put('commit 2')];
    await queue.return();
    await Promise.all(puts);
    expect(queue.put('late')).toBeUndefined();
    expect(await queue.next()).toEqual({ done: true, value: undefined });
  });

  it('wakes a consumer that waits when it ends', async () => {
    const queue = queueOf();
    const next = queue.next();
    queue.end();
    expect(await next).toEqual({ done: true, value: undefined });
  });
});
