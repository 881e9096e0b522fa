import { expect, it } from 'vitest';
import { type ScriptedTurn, scriptedModel } from '../../core/llm/index.ts';
import { fakeClock } from '../support/clock.ts';
import { ask, build, payloadsOf, user } from './conversation.ts';

function script(...turns: ScriptedTurn[]) {
  const clock = fakeClock();
  return { clock, model: scriptedModel(turns, { clock, build }) };
}

it('plays its turns in order and keeps what it was given', async () => {
  const { model } = script('Hello there', [{ thinking: 'hm' }, { call: 'look', arguments: { path: 'a' } }]);
  const first = await ask(model, user('hi'));
  expect(first.outcome).toEqual({ status: 'completed' });
  expect(payloadsOf(first.stream, 'partial_text').flatMap(({ text }) => text ?? [])).toEqual([
    'Hello ',
    'there',
  ]);
  const second = await ask(model, user('look'));
  expect(second.payloads).toMatchObject([
    { type: 'thinking', thinking: 'hm' },
    {
      type: 'tool_call',
      name: 'look',
      arguments: '{"path":"a"}',
      tool_call_id: 'call_1',
      stop_reason: 'completed',
    },
  ]);
  expect(model.requests).toEqual([[user('hi')], [user('look')]]);
});

it('a list of deltas is streamed as it is', async () => {
  const { model } = script([{ text: ['a', '', 'b'], fidelity: { phase: 'x' } }, { text: 'c' }]);
  const { stream, payloads } = await ask(model, user('hi'));
  expect(payloads).toMatchObject([{ text: 'ab', fidelity: { phase: 'x' } }, { text: 'c' }]);
  expect(payloadsOf(stream, 'partial_text').flatMap(({ text }) => text ?? [])).toEqual(['a', 'b', 'c']);
});

it('usage is what the script says, or estimated, and sums up', async () => {
  const usage = { cache_read: 1, cache_write: 2, output: 3, total: 10 };
  const { model } = script([{ usage }, { text: 'a' }], 'four');
  await ask(model, user('hi'));
  const { stream } = await ask(model, user('four'));
  expect(payloadsOf(stream, 'token_usage')).toMatchObject([
    { request: { output: 1, total: 12 }, session: { output: 4, total: 22 } },
  ]);
});

it('a failure ends what is open, and the next Request gets the next turn', async () => {
  const failure = { status: 'timeout', message: 'gone', retry_after_ms: 5 } as const;
  const { model } = script(
    [{ text: 'so' }, { call: 'look', arguments: '{"a":' }, { fail: failure }],
    'again',
  );
  const { payloads, outcome, stream } = await ask(model, user('hi'));
  expect(outcome).toEqual(failure);
  expect(payloads).toMatchObject([{ text: 'so' }, { arguments: '{"a":', stop_reason: 'timeout' }]);
  expect(payloadsOf(stream, 'token_usage')).toEqual([]);
  expect((await ask(model, user('hi'))).payloads).toMatchObject([{ text: 'again' }]);
});

it('waits by its clock', async () => {
  const { model, clock } = script([{ text: 'a' }, { waitMs: 500 }, { text: 'b' }]);
  const seen: string[] = [];
  const reply = ask(model, user('hi'), {
    onMessage: ({ payload }) => payload.type === 'text' && seen.push(payload.text),
  });
  await clock.advance(0);
  await clock.advance(499);
  expect(seen).toEqual(['a']);
  await clock.advance(1);
  await reply;
  expect(seen).toEqual(['a', 'b']);
});

it('can be aborted while it waits or hangs, and leaves no timer', async () => {
  for (const step of [{ waitMs: 500 }, { hang: true }] as const) {
    const { model, clock } = script([{ text: 'a' }, step]);
    const abort = new AbortController();
    const reply = ask(model, user('hi'), { signal: abort.signal });
    await clock.advance(0);
    abort.abort();
    expect((await reply).outcome.status).toBe('aborted');
    await clock.advance(0);
    expect(clock.sleeping()).toBe(0);
  }
});

it('can be cut at its length', async () => {
  const { model } = script([{ text: 'and then' }, { cut: true }]);
  expect((await ask(model, user('hi'))).outcome).toEqual({ status: 'completed', cut: true });
});

it('gives out the ids that the script has, the same one twice as well', async () => {
  const { model } = script([{ call: 'look', id: 'x' }, { call: 'look', id: 'x' }, { call: 'look' }]);
  const { stream } = await ask(model, user('hi'));
  expect(payloadsOf(stream, 'tool_call').map((call) => call.tool_call_id)).toEqual(['x', 'x', 'call_1']);
});

it('fails for good when the script is over', async () => {
  const { model } = script('a');
  await ask(model, user('hi'));
  expect((await ask(model, user('hi'))).outcome).toEqual({
    status: 'failed',
    permanent: true,
    message: expect.stringContaining('1 turn'),
  });
});
