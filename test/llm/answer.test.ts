import { expect, it } from 'vitest';
import type { Failure } from '../../core/llm/answer.ts';
import { receiveAnswer } from '../../core/llm/answer.ts';
import type { UpstreamEvent } from '../../core/llm/upstream.ts';
import type { Clock } from '../../core/omnimessage/index.ts';
import { fakeClock } from '../support/clock.ts';
import { build } from './conversation.ts';

const SECOND = 1_000;

/** What is explained to whoever asked, when the upstream is silent or says `events`. */
async function receive(events: UpstreamEvent[][], clock: Clock, signals: AbortSignal[]): Promise<Failure[]> {
  const failures: Failure[] = [];
  const source = {
    async *open(signal: AbortSignal) {
      yield* events;
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
    },
    limitMs: SECOND,
    callId: (id: string) => id,
    explain(failure: Failure) {
      failures.push(failure);
      return { status: 'failed' } as const;
    },
  };
  const generator = receiveAnswer(source, { clock, build }, signals);
  while ((await generator.next()).done !== true);
  return failures;
}

it('an abort in the very moment of a timeout is an abort', async () => {
  const clock = fakeClock();
  const abort = new AbortController();
  const racing = {
    ...clock,
    sleep(ms: number, signal?: AbortSignal) {
      const slept = clock.sleep(ms, signal);
      // Right behind the end of patience, and before anybody was told of it.
      queueMicrotask(() => slept.then(() => abort.abort()));
      return slept;
    },
  };
  const failures = receive([], racing, [abort.signal]);
  await clock.advance(0);
  await clock.advance(SECOND);
  expect(await failures).toEqual([{ kind: 'aborted' }]);
});

it('events that contradict each other end the answer, and are explained as what they are', async () => {
  const events: UpstreamEvent[][] = [[{ type: 'call_delta', index: 7, arguments: '{}' }]];
  const [failure] = await receive(events, fakeClock(), []);
  expect(failure).toMatchObject({ kind: 'threw', error: { name: 'MalformedAnswer' } });
});

it('a filter is explained as one', async () => {
  const clock = fakeClock();
  const failures = receive([[{ type: 'finish', reason: 'content_filter' }]], clock, []);
  await clock.advance(0);
  await clock.advance(5 * SECOND);
  expect(await failures).toEqual([{ kind: 'filtered' }]);
});
