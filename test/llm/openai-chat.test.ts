import { describe, expect, it } from 'vitest';
import { ask, build, payloadsOf, user } from './conversation.ts';
import { answer, chunk, converse, FINISH, type Json } from './openai-chat-stage.ts';
import { frame } from './wire-format.ts';

describe('reasoning', () => {
  it.each(['reasoning_content', 'reasoning', 'reasoning_text'])(
    '%s goes back under its own name',
    async (name) => {
      const { model, sent, hi } = await converse([
        answer(chunk({ [name]: 'a' }), chunk({ [name]: 'b' }), chunk({ content: 'c' })),
        answer(),
      ]);
      const { payloads } = await hi();
      expect(payloads[0]).toMatchObject({
        type: 'thinking',
        thinking: 'ab',
        fidelity: { reasoning_field: name },
      });
      await ask(model, user('more'));
      expect(sent(1).messages[1]).toEqual({ role: 'assistant', content: 'c', [name]: 'ab' });
    },
  );

  it('the same words under two names are taken once', async () => {
    const { hi } = await converse([answer(chunk({ reasoning_content: 'a', reasoning: 'a' }))]);
    expect((await hi()).payloads).toMatchObject([{ thinking: 'a' }]);
  });

  it('details come in pieces and go back whole, in order', async () => {
    const piece = (fields: Json) => chunk({ reasoning_details: [fields] });
    const { model, sent, hi } = await converse([
      answer(
        piece({ type: 'reasoning.text', index: 0, text: 'a', signature: null }),
        piece({ type: 'reasoning.text', index: 0, text: 'b', signature: null }),
        piece({ type: 'reasoning.text', index: 0, text: '', signature: 's' }),
        piece({ type: 'reasoning.encrypted', index: 1, data: 'xyz' }),
        chunk({ content: 'c' }),
      ),
      answer(),
    ]);
    await hi();
    await ask(model, user('more'));
    expect(sent(1).messages[1].reasoning_details).toEqual([
      { type: 'reasoning.text', index: 0, text: 'ab', signature: 's' },
      { type: 'reasoning.encrypted', index: 1, data: 'xyz' },
    ]);
  });

  it('another protocol’s thinking stays away', async () => {
    const { model, sent } = await converse([answer()]);
    model.setHistory([
      user('a'),
      build({ type: 'thinking', role: 'assistant', thinking: 'hm', fidelity: { signature: 's' } }),
      build({ type: 'text', role: 'assistant', text: 'b' }),
    ]);
    await ask(model, user('c'));
    expect(sent(0).messages[1]).toEqual({ role: 'assistant', content: 'b' });
  });
});

describe('usage in every shape that servers give it', () => {
  const counts = { prompt_tokens: 10, completion_tokens: 4, total_tokens: 14 };

  it.each<[string, string, Json]>([
    [
      'beside no choice',
      frame({ choices: [], usage: counts }),
      { cache_read: 0, cache_write: 0, output: 4, total: 14 },
    ],
    ['in the choice', chunk({}, { usage: counts }), { output: 4, total: 14 }],
    [
      'with cached tokens',
      frame({ usage: { ...counts, prompt_tokens_details: { cached_tokens: 6, cache_write_tokens: 2 } } }),
      { cache_read: 6, cache_write: 2, total: 14 },
    ],
    [
      'with cache hits',
      frame({ usage: { ...counts, prompt_cache_hit_tokens: 5 } }),
      { cache_read: 5, total: 14 },
    ],
    [
      'with reasoning in the total only',
      frame({ usage: { ...counts, total_tokens: 30 } }),
      { output: 20, total: 30 },
    ],
    [
      'without a total',
      frame({ usage: { prompt_tokens: 10, completion_tokens: 4 } }),
      { output: 4, total: 14 },
    ],
    [
      'with nonsense',
      frame({ usage: { ...counts, completion_tokens: -3.5, total_tokens: 'x' } }),
      { output: 0, total: 10 },
    ],
  ])('%s', async (_, step, request) => {
    const { hi } = await converse([answer(chunk({ content: 'a' }), step)]);
    expect(payloadsOf((await hi()).stream, 'token_usage')).toMatchObject([{ request }]);
  });
});

describe('what is sent', () => {
  it('the level of thinking, and the output cap under the provider’s own name', async () => {
    const { sent, hi } = await converse([answer()], { thinkingLevel: 'xhigh', maxTokens: 99 });
    await hi();
    expect(sent(0)).toMatchObject({
      reasoning_effort: 'xhigh',
      max_tokens: 99,
      stream_options: { include_usage: true },
    });
    const openai = await converse([answer()], { provider: 'openai', maxTokens: 99 });
    await openai.hi();
    expect(openai.sent(0)).toMatchObject({ max_completion_tokens: 99 });
    expect(openai.sent(0)).not.toHaveProperty('max_tokens');
  });

  it('nothing that was not asked for', async () => {
    const { sent, hi } = await converse([answer()]);
    await hi();
    expect(Object.keys(sent(0)).sort()).toEqual(['messages', 'model', 'stream', 'stream_options']);
  });

  it('several texts of the user as one string', async () => {
    const { model, sent } = await converse([answer()]);
    await ask(model, [user('a'), user('b')]);
    expect(sent(0).messages).toEqual([{ role: 'user', content: 'a\n\nb' }]);
  });

  it('data that is no image as a file', async () => {
    const { model, sent } = await converse([answer()]);
    const pdf = {
      type: 'inline_data',
      role: 'user',
      data: 'JVBERi0=',
      mime_type: 'application/pdf',
    } as const;
    await ask(model, build(pdf));
    expect(sent(0).messages[0].content).toEqual([
      { type: 'file', file: { file_data: 'data:application/pdf;base64,JVBERi0=' } },
    ]);
  });
});

it.each(['error', 'insufficient_system_resource'])(
  'a finish of "%s" is the upstream’s failure',
  async (finish_reason) => {
    const { hi } = await converse([{ steps: [chunk({ content: 'a' }), chunk({}, { finish_reason })] }]);
    expect((await hi()).outcome.status).toBe('timeout');
  },
);

it.each(['eos', 'constructor'])(
  'a finish of "%s", which nobody knows, is a finish',
  async (finish_reason) => {
    const { hi } = await converse([{ steps: [chunk({ content: 'a' }), chunk({}, { finish_reason })] }]);
    expect((await hi()).outcome).toEqual({ status: 'completed' });
  },
);

it('what comes behind the end mark is not read', async () => {
  const { hi } = await converse([
    { steps: [chunk({ content: 'a' }), FINISH, 'data: [DONE]\n\n', 'data: {"oops\n\n'] },
  ]);
  expect((await hi()).outcome).toEqual({ status: 'completed' });
});

it('chunks of odd shapes are passed over', async () => {
  const odd = [
    null,
    [],
    'x',
    1,
    {},
    { choices: null },
    { choices: [null] },
    { choices: [{ delta: { content: 5 } }] },
  ];
  const { hi } = await converse([answer(...odd.map((one) => frame(one)), chunk({ content: 'a' }))]);
  expect((await hi()).payloads).toMatchObject([{ text: 'a' }]);
});
