import { expect, it } from 'vitest';
import { bounded, boundNotes } from '../../../core/environment/search/bounded.ts';
import { fakeClock } from '../../support/clock.ts';

/** Finds 1, 2 and 3, and then nothing until it is stopped. */
async function* endless(signal: AbortSignal): AsyncGenerator<number> {
  yield* [1, 2, 3];
  if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve));
}

async function collect(results: AsyncGenerator<number>): Promise<number[]> {
  const found: number[] = [];
  for await (const result of results) found.push(result);
  return found;
}

const neverFull = () => false;
const noAbort = () => new AbortController().signal;

it('a search ends when its time is over, with what was found', async () => {
  const clock = fakeClock();
  const { results, bound } = bounded(endless, neverFull, clock, noAbort());
  const found = collect(results);
  await clock.advance(20_000);
  expect(await found).toEqual([1, 2, 3]);
  expect(boundNotes(bound(), 10, '')).toEqual([
    '[stopped after 20000 ms, not everything was searched: narrow path or glob]',
  ]);
});

it('a search ends at its limit and is stopped', async () => {
  const clock = fakeClock();
  const { results, bound } = bounded(endless, (next) => next > 2, clock, noAbort());
  expect(await collect(results)).toEqual([1, 2]);
  expect(boundNotes(bound(), 2, 'ask better')).toEqual([
    '[the first 2 results are shown; there are more: ask better]',
  ]);
  expect(clock.sleeping()).toBe(0);
});

it('a search ends when the call is aborted', async () => {
  const clock = fakeClock();
  const control = new AbortController();
  const { results, bound } = bounded(endless, neverFull, clock, control.signal);
  const found = collect(results);
  await clock.advance(1);
  control.abort();
  expect(await found).toEqual([1, 2, 3]);
  expect(bound()).toBe('all');
  expect(clock.sleeping()).toBe(0);
});
