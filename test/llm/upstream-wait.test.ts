import { expect, it } from 'vitest';
import { createUpstreamWait } from '../../core/llm/upstream-wait.ts';
import { fakeClock } from '../support/clock.ts';

/** A source that hears nobody. */
function deaf(): AsyncIterable<number> {
  const never = () => new Promise<never>(() => undefined);
  return { [Symbol.asyncIterator]: () => ({ next: never, return: never }) };
}

/** A source that gives a number whenever it is asked, for ever. */
async function* endless(): AsyncGenerator<number> {
  for (let count = 0; ; count++) yield count;
}

it('an abort ends the wait, whatever the source does', async () => {
  const abort = new AbortController();
  const wait = createUpstreamWait(deaf, fakeClock(), 0, [abort.signal]);
  const step = wait.next();
  abort.abort();
  expect(await step).toEqual({ kind: 'aborted' });
  expect(await wait.next()).toEqual({ kind: 'aborted' });
  wait.stop();
});

it('patience ends, whatever the source does, and leaves no timer', async () => {
  const clock = fakeClock();
  const wait = createUpstreamWait(deaf, clock, 1_000, []);
  const step = wait.next();
  await clock.advance(1_000);
  expect(await step).toEqual({ kind: 'timed_out' });
  wait.stop();
  await clock.advance(0);
  expect(clock.sleeping()).toBe(0);
});

it('time between waits does not count', async () => {
  const clock = fakeClock();
  const wait = createUpstreamWait(endless, clock, 1_000, []);
  for (let count = 0; count < 5; count++) {
    expect(await wait.next()).toEqual({ kind: 'value', value: count });
    await clock.advance(10_000);
  }
  wait.stop();
});

it('all waits together have an end once they are to finish', async () => {
  const clock = fakeClock();
  async function* slow() {
    for (;;) yield await clock.sleep(400);
  }
  const wait = createUpstreamWait(slow, clock, 500, []);
  const kinds: string[] = [];
  const finished = (async () => {
    do {
      wait.finishWithin(1_000);
      kinds.push((await wait.next()).kind);
    } while (kinds.at(-1) === 'value');
  })();
  await clock.advance(5_000);
  await finished;
  expect(kinds).toEqual(['value', 'value', 'timed_out']);
  wait.stop();
});

it('the source is told to stop, and its rejection afterwards harms nobody', async () => {
  let told: AbortSignal | undefined;
  const wait = createUpstreamWait(
    (signal) => {
      told = signal;
      return {
        [Symbol.asyncIterator]: () => ({
          next: () =>
            new Promise<never>((_, reject) =>
              signal.addEventListener('abort', () => reject(new Error('late'))),
            ),
          return: () => Promise.reject(new Error('later')),
        }),
      };
    },
    fakeClock(),
    0,
    [],
  );
  const step = wait.next();
  wait.stop();
  expect(told?.aborted).toBe(true);
  expect(await step).toMatchObject({ kind: 'threw' });
});
