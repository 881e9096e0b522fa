import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createAggregator,
  createBuild,
  decode,
  is,
  isCommitPoint,
  isPartial,
  isRecorded,
  type OmniMessage,
  type Payload,
  withOrigin,
} from '../../core/omnimessage/index.ts';
import { samples } from './samples.ts';

const build = createBuild(() => new Date('2026-11-30T12:00:00.000Z'));

describe('builders', () => {
  it('put each payload into the outer type that carries it, with the time of the injected clock', () => {
    expect(build({ type: 'text', role: 'user', text: 'hi' })).toEqual({
      timestamp: '2026-11-30T12:00:00.000Z',
      type: 'model_msg',
      payload: { type: 'text', role: 'user', text: 'hi' },
    });
    expect(build({ type: 'request_begin' }).type).toBe('event_msg');
  });

  it('put one hop in front of an origin, outermost first', () => {
    const message = withOrigin(withOrigin(build({ type: 'request_begin' }), 'inner'), 'outer');
    expect(message.origin).toEqual(['outer', 'inner']);
  });

  it('give a message of the main Session no origin at all', () => {
    expect('origin' in build({ type: 'request_begin' })).toBe(false);
  });
});

describe('guards', () => {
  it('narrow by payload type', () => {
    const message: OmniMessage = build({ type: 'text', role: 'user', text: 'hi' });
    expect(is(message, 'text') && message.payload.text).toBe('hi');
    expect(is(message, 'tool_call')).toBe(false);
  });

  it('let a trace keep complete messages and events of its own Session only', () => {
    const kept = samples.map((payload) => build(payload)).filter(isRecorded);
    expect(kept.some(isPartial)).toBe(false);
    expect(kept).toHaveLength(samples.filter(({ type }) => !type.startsWith('partial_')).length);
    expect(kept.map((message) => withOrigin(message, 'child')).filter(isRecorded)).toEqual([]);
  });

  it('name the four commit points', () => {
    const points = samples.filter((payload) => isCommitPoint(build(payload))).map(({ type }) => type);
    expect([...new Set(points)].sort()).toEqual([
      'approval_claimed',
      'approval_decision',
      'request_end',
      'tool_call_output',
    ]);
  });
});

describe('decode', () => {
  it.each(samples.map((payload) => [payload.type, payload] as const))(
    'reads back %s as it was built',
    (_, payload) => {
      const message = build(payload);
      expect(decode(JSON.parse(JSON.stringify(message)))).toEqual({ kind: 'message', message });
    },
  );

  it('keeps fields that it does not know', () => {
    const message = { ...build({ type: 'request_begin' }), payload: { type: 'request_begin', later: [1] } };
    expect(decode(message)).toEqual({ kind: 'message', message });
  });

  it('keeps an event of a type that it does not know', () => {
    const message = {
      timestamp: '2026-11-30T12:00:00.000Z',
      type: 'event_msg',
      payload: { type: 'moon_phase', full: true },
    };
    expect(decode(message)).toEqual({ kind: 'unknown_event', message });
  });

  it.each([
    [{}, /message\.timestamp/],
    [null, /message/],
    [
      { ...build({ type: 'request_begin' }), type: 'model_msg' },
      /"request_begin" travels as event_msg, found model_msg/,
    ],
    [{ ...build({ type: 'request_begin' }), origin: [] }, /message\.origin/],
    [{ ...build({ type: 'request_begin' }), timestamp: 'yesterday' }, /message\.timestamp/],
    [
      { ...build({ type: 'request_begin' }), type: 'model_msg', payload: { type: 'poem' } },
      /"poem" is no model_msg/,
    ],
    [withPayload({ type: 'text', role: 'robot', text: '' }), /text\.role/],
    [
      withPayload({ type: 'tool_call', role: 'assistant', name: 'x', arguments: {}, tool_call_id: 'a' }),
      /tool_call\.arguments/,
    ],
  ])('says what is wrong with %j', (input, complaint) => {
    const decoded = decode(input);
    expect(decoded.kind === 'invalid' ? decoded.complaint : decoded.kind).toMatch(complaint);
  });

  it('never throws, whatever the JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (input) =>
        ['message', 'unknown_event', 'invalid'].includes(decode(input).kind),
      ),
    );
  });
});

describe('the aggregator', () => {
  const tool = { type: 'partial_tool_call', role: 'assistant', tool_call_id: 'a' } as const;
  const words = { type: 'partial_text', role: 'assistant' } as const;

  it('joins the partials of a segment into its complete message', () => {
    const done = feed([
      { ...words, event_type: 'start' },
      { ...words, event_type: 'delta', text: 'Hel' },
      { ...words, event_type: 'delta', text: 'lo' },
      { ...words, event_type: 'stop' },
    ]);
    expect(done).toEqual([{ type: 'text', role: 'assistant', text: 'Hello' }]);
  });

  it('keeps calls that are open side by side apart', () => {
    const done = feed([
      { ...tool, event_type: 'start', name: 'read' },
      { ...tool, tool_call_id: 'b', event_type: 'start', name: 'grep' },
      { ...tool, tool_call_id: 'b', event_type: 'delta', arguments: '{"b"' },
      { ...tool, event_type: 'delta', arguments: '{}' },
      { ...tool, event_type: 'stop' },
      { ...tool, tool_call_id: 'b', event_type: 'delta', arguments: ':1}' },
      { ...tool, tool_call_id: 'b', event_type: 'stop' },
    ]);
    expect(done).toMatchObject([
      { name: 'read', arguments: '{}', tool_call_id: 'a' },
      { name: 'grep', arguments: '{"b":1}', tool_call_id: 'b' },
    ]);
  });

  it('takes up a segment whose start it has not seen', () => {
    expect(
      feed([
        { ...words, event_type: 'delta', text: 'late' },
        { ...words, event_type: 'stop' },
      ]),
    ).toMatchObject([{ text: 'late' }]);
  });

  it('flushes what is open as aborted: thinking, then text, then calls', () => {
    const aggregator = createAggregator(build);
    aggregator.push(build({ ...tool, event_type: 'start', name: 'read' }));
    aggregator.push(build({ ...words, event_type: 'start' }));
    aggregator.push(build({ type: 'partial_thinking', role: 'assistant', event_type: 'start' }));
    expect(aggregator.flush().map(({ payload }) => payload)).toMatchObject([
      { type: 'thinking', stop_reason: 'aborted' },
      { type: 'text', stop_reason: 'aborted' },
      { type: 'tool_call', name: 'read', stop_reason: 'aborted' },
    ]);
    expect(aggregator.flush()).toEqual([]);
  });

  it('passes complete messages through', () => {
    const message = build({ type: 'request_begin' });
    expect(createAggregator(build).push(message)).toBe(message);
  });
});

function withPayload(payload: object): unknown {
  return { timestamp: '2026-11-30T12:00:00.000Z', type: 'model_msg', payload };
}

function feed(payloads: Payload[]): Payload[] {
  const aggregator = createAggregator(build);
  return payloads.flatMap((payload) => aggregator.push(build(payload))?.payload ?? []);
}
