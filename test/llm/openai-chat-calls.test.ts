import { describe, expect, it } from 'vitest';
import { ask, output, payloadsOf } from './conversation.ts';
import { answer, calls, converse, fn } from './openai-chat-stage.ts';

describe('calls in every shape that servers give them', () => {
  const expected = [
    ['c1', 'look', '{"a":1}'],
    ['c2', 'grep', '{"b":2}'],
  ];

  it.each<[string, string[]]>([
    [
      'numbered, piece by piece',
      [
        calls({ index: 0, id: 'c1', ...fn('look', '') }),
        calls({ index: 0, ...fn(undefined, '{"a":') }),
        calls({ index: 0, ...fn(undefined, '1}') }),
        calls({ index: 1, id: 'c2', ...fn('grep', '{"b":2}') }),
      ],
    ],
    [
      'two in one chunk',
      [
        calls(
          { index: 0, id: 'c1', ...fn('look', '{"a":1}') },
          { index: 1, id: 'c2', ...fn('grep', '{"b":2}') },
        ),
      ],
    ],
    [
      'all numbered 0',
      [
        calls({ index: 0, id: 'c1', ...fn('look', '{"a":1}') }),
        calls({ index: 0, id: 'c2', ...fn('grep', '{"b":2}') }),
      ],
    ],
    [
      'not numbered',
      [
        calls({ id: 'c1', ...fn('look', '{"a":') }),
        calls(fn(undefined, '1}')),
        calls({ id: 'c2', ...fn('grep', '{"b":2}') }),
      ],
    ],
    [
      'id and name with every piece',
      [
        calls({ index: 0, id: 'c1', ...fn('look', '{"a":') }),
        calls({ index: 0, id: 'c1', ...fn('look', '1}') }),
        calls({ index: 1, id: 'c2', ...fn('grep', '{"b":2}') }),
      ],
    ],
    [
      'the name behind the id',
      [
        calls({ index: 0, id: 'c1' }),
        calls({ index: 0, ...fn('look', '{"a":1}') }),
        calls({ index: 1, id: 'c2', ...fn('grep', '{"b":2}') }),
      ],
    ],
    [
      'woven into each other',
      [
        calls({ index: 0, id: 'c1', ...fn('look', '') }),
        calls({ index: 1, id: 'c2', ...fn('grep', '{"b"') }),
        calls({ index: 0, ...fn(undefined, '{"a":1}') }),
        calls({ index: 1, ...fn(undefined, ':2}') }),
      ],
    ],
  ])('%s', async (_, steps) => {
    const { hi } = await converse([answer(...steps)]);
    const { stream, outcome } = await hi();
    expect(outcome).toEqual({ status: 'completed' });
    const got = payloadsOf(stream, 'tool_call').map((call) => [call.tool_call_id, call.name, call.arguments]);
    expect(got).toEqual(expected);
  });

  it('no ids at all: the name stands in, here and on the way back', async () => {
    const { model, sent, hi } = await converse([
      answer(calls({ index: 0, ...fn('look', '{}') }), calls({ index: 1, ...fn('look', '{}') })),
      answer(),
    ]);
    const { stream } = await hi();
    expect(payloadsOf(stream, 'tool_call').map((call) => call.tool_call_id)).toEqual(['look#1', 'look#2']);
    await ask(model, [output('look#1', 'a'), output('look#2', 'b')]);
    expect(sent(1).messages.slice(2)).toEqual([
      { role: 'tool', tool_call_id: 'look', content: 'a' },
      { role: 'tool', tool_call_id: 'look', content: 'b' },
    ]);
  });

  it('more arguments for a call that was given out make the answer malformed', async () => {
    const { hi } = await converse([
      answer(
        calls({ index: 0, id: 'c1', ...fn('look', '{}') }),
        calls({ index: 1, id: 'c2', ...fn('look', '{}') }),
        calls({ index: 0, ...fn(undefined, 'more') }),
      ),
    ]);
    expect((await hi()).outcome.status).toBe('malformed');
  });

  it.each([
    ['never gets a name', calls({ index: 0, id: 'c1' })],
    ['has arguments before its name', calls({ index: 0, id: 'c1', ...fn(undefined, '{}') })],
  ])('a call that %s makes the answer malformed', async (_, step) => {
    const { hi } = await converse([answer(step)]);
    expect((await hi()).outcome.status).toBe('malformed');
  });

  it('a call’s own seal goes back with it', async () => {
    const extra_content = { google: { thought_signature: 'c2ln' } };
    const { model, sent, hi } = await converse([
      answer(calls({ index: 0, id: 'c1', ...fn('look', '{}'), extra_content })),
      answer(),
    ]);
    await hi();
    await ask(model, output('c1', 'a'));
    expect(sent(1).messages[1].tool_calls).toMatchObject([{ id: 'c1', extra_content }]);
  });
});
