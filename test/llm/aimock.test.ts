import { describe, expect, it, onTestFinished } from 'vitest';
import { type ModelTurn, startModel } from '../model/aimock.ts';
import { anthropicFormat } from './anthropic-format.ts';
import { ask, modelAt, output, payloadsOf, user } from './conversation.ts';
import { openAiChatFormat } from './openai-chat-format.ts';

describe.each([openAiChatFormat, anthropicFormat])('$name against the model double', (format) => {
  async function double(...turns: ModelTurn[]) {
    const server = await startModel(turns);
    onTestFinished(() => server.stop());
    return { server, model: modelAt(server.url, format) };
  }

  it('a text and its usage', async () => {
    const { model } = await double({ text: 'Hello from far away.', usage: { input: 50, output: 9 } });
    const { payloads, stream, outcome } = await ask(model, user('hi'));
    expect(outcome).toEqual({ status: 'completed' });
    expect(payloads).toMatchObject([{ type: 'text', text: 'Hello from far away.' }]);
    expect(payloadsOf(stream, 'token_usage')).toMatchObject([{ request: { output: 9, total: 59 } }]);
  });

  it('reasoning, a text and parallel calls, and the outputs that answer them', async () => {
    const { model, server } = await double(
      {
        reasoning: 'Let me see.',
        text: 'Looking.',
        calls: [
          { name: 'look', arguments: { path: 'a' }, id: 'c1' },
          { name: 'look', arguments: { path: 'b' }, id: 'c2' },
        ],
      },
      'Done.',
    );
    const { payloads } = await ask(model, user('hi'));
    expect(payloads).toMatchObject([
      { type: 'thinking', thinking: 'Let me see.' },
      { type: 'text', text: 'Looking.' },
      { type: 'tool_call', tool_call_id: 'c1', arguments: '{"path":"a"}' },
      { type: 'tool_call', tool_call_id: 'c2', arguments: '{"path":"b"}' },
    ]);
    await ask(model, [output('c1', 'one'), output('c2', 'two')]);
    expect(server.requests()[1]?.messages).toMatchObject([
      { role: 'user', content: 'hi' },
      { role: 'assistant', content: 'Looking.', tool_calls: [{ id: 'c1' }, { id: 'c2' }] },
      { role: 'tool', content: 'one', tool_call_id: 'c1' },
      { role: 'tool', content: 'two', tool_call_id: 'c2' },
    ]);
  });

  it('faults, each for one Request', async () => {
    const { model, server } = await double(
      { fault: { kind: 'rate_limited' } },
      { fault: { kind: 'rate_limited', retryAfter: 3 } },
      { fault: { kind: 'status', status: 503, message: 'down' } },
      { text: 'a long text that is cut in the middle of itself', fault: { kind: 'disconnect' } },
      'at last',
    );
    const outcomes = [];
    for (let count = 0; count < 5; count++) outcomes.push((await ask(model, user('hi'))).outcome);
    expect(outcomes).toMatchObject([
      { status: 'timeout' },
      { status: 'timeout', retry_after_ms: 3000 },
      { status: 'timeout', message: expect.stringContaining('503 down') },
      { status: 'timeout' },
      { status: 'completed' },
    ]);
    expect(outcomes[0]).not.toHaveProperty('retry_after_ms');
    expect(server.requests()).toHaveLength(5);
  });

  it('a Request too many is refused for good', async () => {
    const { model } = await double();
    expect((await ask(model, user('hi'))).outcome).toMatchObject({
      permanent: true,
      message: expect.stringContaining('is over'),
    });
  });
});
