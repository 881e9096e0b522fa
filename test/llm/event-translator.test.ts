import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createEventTranslator } from '../../core/llm/event-translator.ts';
import type { UpstreamEvent } from '../../core/llm/upstream.ts';
import type { OmniMessage, StopReason } from '../../core/omnimessage/index.ts';
import { isPartial } from '../../core/omnimessage/index.ts';
import { build } from './conversation.ts';
import { expectDiscipline } from './discipline.ts';

/** Everything that the events become, closed with `reason`. */
function translate(events: UpstreamEvent[], reason: StopReason = 'completed'): OmniMessage[] {
  const stream: OmniMessage[] = [];
  const translator = createEventTranslator(
    build,
    (message) => stream.push(message),
    (id) => id,
  );
  for (const event of events) translator.push(event);
  translator.close(reason);
  return stream;
}

function complete(events: UpstreamEvent[], reason?: StopReason) {
  return translate(events, reason)
    .filter((message) => !isPartial(message))
    .map(({ payload }) => payload);
}

const text = (value: string, fidelity?: Record<string, string>): UpstreamEvent => ({
  type: 'text',
  text: value,
  ...(fidelity === undefined ? {} : { fidelity }),
});

const thinking = (value: string, fidelity?: Record<string, string>): UpstreamEvent => ({
  type: 'thinking',
  text: value,
  ...(fidelity === undefined ? {} : { fidelity }),
});

const start = (index: number): UpstreamEvent => ({
  type: 'call_start',
  index,
  id: `c${index}`,
  name: 'look',
});
const delta = (index: number, piece: string): UpstreamEvent => ({
  type: 'call_delta',
  index,
  arguments: piece,
});
const end = (index: number): UpstreamEvent => ({ type: 'call_end', index });

describe('segments', () => {
  it('thinking goes on under one fidelity and parts where another begins', () => {
    const events = [thinking('a', { f: '1' }), thinking('b', { f: '1' }), thinking('c', { f: '2' })];
    expect(complete(events)).toMatchObject([
      { thinking: 'ab', fidelity: { f: '1' } },
      { thinking: 'c', fidelity: { f: '2' } },
    ]);
  });

  it('a seal that comes behind its thinking belongs to it, and is not streamed', () => {
    const stream = translate([
      thinking('a'),
      thinking('', { signature: 's' }),
      { type: 'segment_end' },
      thinking('b'),
    ]);
    expect(
      stream.map(({ payload }) => ('event_type' in payload ? payload.event_type : payload.type)),
    ).toEqual(['start', 'delta', 'stop', 'thinking', 'start', 'delta', 'stop', 'thinking']);
    expect(stream[3]?.payload).toMatchObject({ thinking: 'a', fidelity: { signature: 's' } });
    expect(stream[7]?.payload).not.toHaveProperty('fidelity');
  });

  it('a seal alone is a message', () => {
    expect(complete([thinking('', { redacted_data: 'x' }), { type: 'segment_end' }])).toMatchObject([
      { type: 'thinking', thinking: '', fidelity: { redacted_data: 'x' } },
    ]);
  });

  it('text parts where another phase begins, keys accumulate, and a signature ends it', () => {
    const events = [
      text('a', { phase: 'draft' }),
      text('b', { note: 'n' }),
      text('c', { phase: 'final' }),
      text('', { signature: 's' }),
      text('d'),
    ];
    expect(complete(events)).toMatchObject([
      { text: 'ab', fidelity: { phase: 'draft', note: 'n' } },
      { text: 'c', fidelity: { phase: 'final', signature: 's' } },
      { text: 'd' },
    ]);
  });

  it('nothing comes of empty pieces', () => {
    expect(translate([text(''), thinking(''), { type: 'segment_end' }])).toEqual([]);
  });
});

describe('calls', () => {
  it('a call is given out at its end, a half one only when the finish shows that it was meant so', () => {
    const half = [start(0), delta(0, '{"a":'), end(0), start(1), delta(1, '{}'), end(1)];
    expect(complete(half, 'timeout')).toMatchObject([
      { tool_call_id: 'c1', stop_reason: 'completed' },
      { tool_call_id: 'c0', stop_reason: 'timeout' },
    ]);
    expect(complete([...half, { type: 'finish', reason: 'stop' }])[1]).toMatchObject({
      stop_reason: 'completed',
    });
    expect(complete([...half, { type: 'finish', reason: 'length' }])[1]).toMatchObject({
      stop_reason: 'failed',
    });
  });

  it('arguments for a call that was given out are refused', () => {
    expect(() => translate([start(0), delta(0, '{}'), end(0), delta(0, '}')])).toThrow('had ended');
  });

  it('a call without arguments is half until the answer is finished', () => {
    expect(complete([start(0), end(0)], 'aborted')).toMatchObject([
      { arguments: '', stop_reason: 'aborted' },
    ]);
    expect(complete([start(0), { type: 'finish', reason: 'stop' }])).toMatchObject([{ arguments: '{}' }]);
  });
});

it('what is open at the end is settled: thinking or text, then calls', () => {
  const types = complete([start(0), delta(0, '{'), start(1), text('t')], 'aborted').map(({ type }) => type);
  expect(types).toEqual(['text', 'tool_call', 'tool_call']);
});

it('the last report of usage counts, and the first finish', () => {
  const translator = createEventTranslator(
    build,
    () => undefined,
    (id) => id,
  );
  const usage = (total: number) => ({ cache_read: 0, cache_write: 0, output: 0, total });
  for (const total of [1, 2, 3]) translator.push({ type: 'usage', usage: usage(total) });
  translator.push({ type: 'finish', reason: 'length' });
  translator.push({ type: 'finish', reason: 'stop' });
  expect(translator.usage).toEqual(usage(3));
  expect(translator.finish).toBe('length');
});

const piece = fc.constantFrom('', 'a', 'é🐧', '{"', '}', ' ');
const fidelity = fc.option(
  fc.constantFrom<Record<string, string>>({ phase: 'a' }, { phase: 'b' }, { signature: 's' }, { f: '1' }),
  { nil: undefined },
);

/** A call, and where in the stream of prose its start, its deltas and its end fall. */
const anyCall = fc.tuple(fc.array(piece, { maxLength: 4 }), fc.nat(9), fc.boolean());
const anyProse = fc.oneof(
  fc.tuple(piece, fidelity).map((args) => text(...args)),
  fc.tuple(piece, fidelity).map((args) => thinking(...args)),
  fc.constant<UpstreamEvent>({ type: 'segment_end' }),
);
const anyFinish = fc.constantFrom<UpstreamEvent[]>(
  [],
  [{ type: 'finish', reason: 'stop' }],
  [{ type: 'finish', reason: 'length' }],
);

/** Prose with calls woven in, some of them side by side, some without an end. */
const anyStream = fc
  .tuple(fc.array(anyProse, { maxLength: 20 }), fc.array(anyCall, { maxLength: 5 }), anyFinish)
  .map(([prose, calls, finish]) => {
    const lanes = calls.map(([pieces, at, ends], index) => ({
      at,
      events: [start(index), ...pieces.map((one) => delta(index, one)), ...(ends ? [end(index)] : [])],
    }));
    const woven = prose.flatMap((event, position) => [
      event,
      ...lanes.filter(({ at }) => at <= position).flatMap(({ events }) => events.splice(0, 1)),
    ]);
    return [...woven, ...lanes.flatMap(({ events }) => events), ...finish];
  });

it('whatever comes, the stream keeps its law and the deltas are the content', () => {
  fc.assert(
    fc.property(
      anyStream,
      fc.constantFrom<StopReason>('completed', 'aborted', 'timeout'),
      (events, reason) => {
        const stream = translate(events, reason);
        expectDiscipline(stream);
        const said = (type: string) =>
          events.map((event) => (event.type === type && 'text' in event ? event.text : '')).join('');
        const payloads = stream.filter((message) => !isPartial(message)).map(({ payload }) => payload);
        expect(payloads.map((payload) => (payload.type === 'text' ? payload.text : '')).join('')).toBe(
          said('text'),
        );
        expect(
          payloads.map((payload) => (payload.type === 'thinking' ? payload.thinking : '')).join(''),
        ).toBe(said('thinking'));
        expect(payloads.filter(({ type }) => type === 'tool_call')).toHaveLength(
          events.filter(({ type }) => type === 'call_start').length,
        );
      },
    ),
    { numRuns: 500 },
  );
});
