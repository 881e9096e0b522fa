import { describe, expect, it } from 'vitest';
import type { GenerativeModelConfig } from '../../core/llm/index.ts';
import type { RawAnswer } from '../model/raw-sse.ts';
import { anthropicFormat } from './anthropic-format.ts';
import { ask, build, output, payloadsOf, scene, user } from './conversation.ts';
import { frame } from './wire-format.ts';

type Json = Record<string, unknown>;

function block(index: number, content_block: Json, ...deltas: Json[]): string[] {
  return [
    event('content_block_start', { index, content_block }),
    ...deltas.map((delta) => event('content_block_delta', { index, delta })),
    event('content_block_stop', { index }),
  ];
}

function event(type: string, fields: Json = {}): string {
  return frame({ type, ...fields }, type);
}

const START = event('message_start', { message: { usage: { input_tokens: 1, output_tokens: 1 } } });
const FINISH = anthropicFormat.ended({ finish: 'stop' });
const TEXT = block(9, { type: 'text', text: '' }, { type: 'text_delta', text: 'ok' });

function answer(...steps: string[]): RawAnswer {
  return { steps: [START, ...steps, ...FINISH] };
}

async function converse(answers: RawAnswer[], config: Partial<GenerativeModelConfig> = {}) {
  const { model, server } = await scene(anthropicFormat, answers, config);
  const sent = (index: number) => JSON.parse(server.requests[index]?.body ?? '');
  return { model, sent, hi: () => ask(model, user('hi')) };
}

describe('thinking', () => {
  it('every block keeps its own seal, also a redacted one, and all go back', async () => {
    const { model, sent, hi } = await converse([
      answer(
        ...block(
          0,
          { type: 'thinking', thinking: '' },
          { type: 'thinking_delta', thinking: 'a' },
          { type: 'signature_delta', signature: 's1' },
        ),
        ...block(1, { type: 'redacted_thinking', data: 'cmVk' }),
        ...block(2, { type: 'thinking', thinking: '' }, { type: 'signature_delta', signature: 's2' }),
        ...TEXT,
      ),
      answer(),
    ]);
    const { payloads } = await hi();
    expect(payloads).toMatchObject([
      { thinking: 'a', fidelity: { signature: 's1' } },
      { thinking: '', fidelity: { redacted_data: 'cmVk' } },
      { thinking: '', fidelity: { signature: 's2' } },
      { text: 'ok' },
    ]);
    await ask(model, user('more'));
    expect(sent(1).messages[1].content).toEqual([
      { type: 'thinking', thinking: 'a', signature: 's1' },
      { type: 'redacted_thinking', data: 'cmVk' },
      { type: 'thinking', thinking: '', signature: 's2' },
      { type: 'text', text: 'ok' },
    ]);
  });

  it('thinking without a seal stays away', async () => {
    const { model, sent } = await converse([answer()]);
    model.setHistory([
      user('a'),
      build({
        type: 'thinking',
        role: 'assistant',
        thinking: 'hm',
        fidelity: { reasoning_field: 'reasoning' },
      }),
      build({ type: 'text', role: 'assistant', text: 'b' }),
    ]);
    await ask(model, user('c'));
    expect(sent(0).messages[1].content).toEqual([{ type: 'text', text: 'b' }]);
  });

  it.each([
    ['none', { thinking: { type: 'disabled' } }],
    ['low', { thinking: { type: 'adaptive' }, output_config: { effort: 'low' } }],
    ['max', { thinking: { type: 'adaptive' }, output_config: { effort: 'max' } }],
  ] as const)('the level %s is sent', async (thinkingLevel, fields) => {
    const { sent, hi } = await converse([answer()], { thinkingLevel });
    await hi();
    expect(sent(0)).toMatchObject(fields);
  });
});

describe('what is sent', () => {
  it('nothing that was not asked for, but the output cap that the protocol demands', async () => {
    const tool = { name: 'look', description: 'Looks.' };
    const { sent, hi } = await converse([answer()], { tools: [tool] });
    await hi();
    const { messages: _, ...rest } = sent(0);
    expect(rest).toEqual({
      model: 'test-model',
      max_tokens: 32_000,
      stream: true,
      tools: [{ name: 'look', description: 'Looks.', input_schema: { type: 'object', properties: {} } }],
    });
  });

  it('the prompt and the newest turn are marked for the cache, older turns are not', async () => {
    const { model, sent, hi } = await converse([answer(...TEXT), answer()], { systemPrompt: 'Be kind.' });
    await hi();
    await ask(model, [user('a'), user('b')]);
    const mark = { cache_control: { type: 'ephemeral' } };
    expect(sent(1).system).toEqual([{ type: 'text', text: 'Be kind.', ...mark }]);
    expect(sent(1).messages).toEqual([
      { role: 'user', content: [{ type: 'text', text: 'hi' }] },
      { role: 'assistant', content: [{ type: 'text', text: 'ok' }] },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'a' },
          { type: 'text', text: 'b', ...mark },
        ],
      },
    ]);
  });

  it('an output that failed is marked as an error', async () => {
    const call = block(0, { type: 'tool_use', id: 'c1', name: 'look', input: {} });
    const { model, sent, hi } = await converse([answer(...call), answer()]);
    await hi();
    await ask(
      model,
      build({
        type: 'tool_call_output',
        role: 'user',
        output: 'no',
        tool_call_id: 'c1',
        stop_reason: 'failed',
      }),
    );
    expect(sent(1).messages[2].content).toMatchObject([
      { type: 'tool_result', tool_use_id: 'c1', is_error: true },
    ]);
  });

  it('texts without anything to read are left out: Anthropic refuses them', async () => {
    const { model, sent } = await converse([answer()]);
    await ask(model, [user(' \n'), user('a'), user('')]);
    expect(sent(0).messages[0].content).toMatchObject([{ text: 'a' }]);
  });

  it('a web address as one, and what is no image as words about it', async () => {
    const { model, sent } = await converse([answer()]);
    await ask(model, [
      build({ type: 'image_url', role: 'user', image_url: 'https://example.test/a.png' }),
      build({ type: 'image_url', role: 'user', image_url: 'a.png' }),
      build({ type: 'inline_data', role: 'user', data: 'AAAA', mime_type: 'audio/wav' }),
      build({ type: 'inline_data', role: 'user', data: 'AAAA', mime_type: 'image/gif' }),
    ]);
    expect(sent(0).messages[0].content).toMatchObject([
      { type: 'image', source: { type: 'url', url: 'https://example.test/a.png' } },
      { type: 'text', text: expect.stringContaining('neither') },
      { type: 'text', text: expect.stringContaining('audio/wav') },
      { type: 'image', source: { type: 'base64', media_type: 'image/gif', data: 'AAAA' } },
    ]);
  });
});

it('arguments that come with a call’s start are its arguments', async () => {
  const { hi } = await converse([
    answer(...block(0, { type: 'tool_use', id: 'c1', name: 'look', input: { a: 1 } })),
  ]);
  const { stream } = await hi();
  expect(payloadsOf(stream, 'tool_call')).toMatchObject([{ arguments: '{"a":1}', stop_reason: 'completed' }]);
});

it('blocks and deltas from the future are passed over', async () => {
  const { hi } = await converse([
    answer(
      ...block(0, { type: 'hologram', shape: 'cube' }, { type: 'hologram_delta', size: 3 }),
      ...block(
        1,
        { type: 'text', text: '' },
        { type: 'mood_delta', mood: 'good' },
        { type: 'text_delta', text: 'a' },
      ),
    ),
  ]);
  const { payloads, outcome } = await hi();
  expect(outcome).toEqual({ status: 'completed' });
  expect(payloads).toMatchObject([{ text: 'a' }]);
});

it('a known event of an impossible shape makes the answer malformed', async () => {
  const { hi } = await converse([
    answer(event('content_block_delta', { index: 0, delta: { type: 'text_delta', text: 5 } })),
  ]);
  expect((await hi()).outcome.status).toBe('malformed');
});

it('an end without a stop reason is no finish', async () => {
  const { hi } = await converse([{ steps: [START, ...TEXT, event('message_stop')] }]);
  expect((await hi()).outcome.status).toBe('malformed');
});

it('output that grew with a later report is counted once, with the cache', async () => {
  const usage = {
    output_tokens: 7,
    input_tokens: 5,
    cache_read_input_tokens: 20,
    cache_creation_input_tokens: 3,
  };
  const delta = { stop_reason: 'end_turn', stop_sequence: null };
  const { hi } = await converse([
    { steps: [START, ...TEXT, event('message_delta', { delta, usage }), event('message_stop')] },
  ]);
  expect(payloadsOf((await hi()).stream, 'token_usage')).toMatchObject([
    { request: { cache_read: 20, cache_write: 3, output: 7, total: 35 } },
  ]);
});

it('outputs come before the words of the same turn', async () => {
  const call = block(0, { type: 'tool_use', id: 'c1', name: 'look', input: {} });
  const { model, sent, hi } = await converse([answer(...call), answer()]);
  await hi();
  await ask(model, [user('by the way'), output('c1', 'seen')]);
  expect(sent(1).messages[2].content).toMatchObject([
    { type: 'tool_result' },
    { type: 'text', text: 'by the way' },
  ]);
});
