import { describe, expect, it } from 'vitest';
import { createRequestBudget } from '../../core/github/request-budget.ts';
import { fakeClock } from '../support/clock.ts';
import { quietLog } from './quiet-log.ts';

const { signal } = new AbortController();

function openBudget() {
  const clock = fakeClock();
  const cancel = new AbortController();
  const budget = createRequestBudget({ clock, log: quietLog(), hurry: cancel.signal });
  /** Seconds at which requests went. */
  const went: number[] = [];
  async function go(kind: 'read' | 'seen' | 'quiet'): Promise<void> {
    const leave = await budget.enter(kind, signal);
    went.push(clock.monotonic() / 1_000);
    leave();
  }
  return { clock, budget, went, go, cancel };
}

describe('writes that people see', () => {
  it('go three at once, then one a second', async () => {
    const { clock, went, go } = openBudget();
    const all = Array.from({ length: 6 }, () => go('seen'));
    await clock.advance(0);
    await clock.advance(10_000);
    await Promise.all(all);
    expect(went).toEqual([0, 0, 0, 1, 2, 3]);
  });

  it('are three at once again after a rest', async () => {
    const { clock, went, go } = openBudget();
    for (const at of [0, 60_000]) {
      await clock.advance(at);
      const all = Array.from({ length: 4 }, () => go('seen'));
      await clock.advance(0);
      await clock.advance(5_000);
      await Promise.all(all);
    }
    expect(went).toEqual([0, 0, 0, 1, 65, 65, 65, 66]);
  });

  it('do not wait any more once the run is cancelled', async () => {
    const { clock, went, go, cancel } = openBudget();
    const all = Array.from({ length: 6 }, () => go('seen'));
    await clock.advance(0);
    cancel.abort();
    await Promise.all(all);
    expect(went).toEqual([0, 0, 0, 0, 0, 0]);
    expect(clock.sleeping()).toBe(0);
  });
});

it('reads and git objects do not wait for writes', async () => {
  const { went, go } = openBudget();
  const all = Array.from({ length: 15 }, (_, index) => go(index % 2 === 0 ? 'read' : 'quiet'));
  await Promise.all(all);
  expect(went).toHaveLength(15);
});

it('writes of all kinds are at most 450 in an hour', async () => {
  const { clock, went, go } = openBudget();
  const all = Array.from({ length: 500 }, () => go('quiet'));
  await clock.advance(3_599_000);
  expect(went).toHaveLength(450);
  await clock.advance(1_000);
  await Promise.all(all);
  expect(went.at(-1)).toBe(3_600);
});

it('twenty requests go at once, and the next when one is answered', async () => {
  const { budget } = openBudget();
  const leaves = await Promise.all(Array.from({ length: 20 }, () => budget.enter('read', signal)));
  let entered = false;
  const next = budget.enter('read', signal).then(() => {
    entered = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect(entered).toBe(false);
  leaves[0]?.();
  await next;
});
