import { expect, it } from 'vitest';
import { findProvider, GenerativeModel } from '../../core/llm/index.ts';
import { fakeClock } from '../support/clock.ts';
import { ask, build, user } from './conversation.ts';

it.each([
  ['anthropic', 'anthropic', 'https://api.anthropic.com/v1', 'ANTHROPIC_API_KEY'],
  ['openai', 'openai-chat', 'https://api.openai.com/v1', 'OPENAI_API_KEY'],
  ['deepseek', 'openai-chat', 'https://api.deepseek.com', 'DEEPSEEK_API_KEY'],
  ['openrouter', 'openai-chat', 'https://openrouter.ai/api/v1', 'OPENROUTER_API_KEY'],
  ['openai-compatible', 'openai-chat', undefined, 'OPENAI_COMPATIBLE_API_KEY'],
])('%s is known', (name, clientType, baseUrl, keyVariable) => {
  const lookup = findProvider(name);
  if (lookup.kind !== 'found') throw new Error(lookup.message);
  const { provider } = lookup;
  expect([provider.name, provider.clientType, provider.baseUrl, provider.keyVariable]).toEqual([
    name,
    clientType,
    baseUrl,
    keyVariable,
  ]);
});

it.each(['nobody', '', 'toString', '__proto__'])(
  'an unknown provider %j is answered with the known ones',
  (name) => {
    expect(findProvider(name)).toEqual({
      kind: 'unknown',
      message: expect.stringMatching(/anthropic.*deepseek.*openai-compatible/),
    });
  },
);

it.each([
  [{ provider: 'nobody' }, /no provider "nobody".*anthropic/],
  [{ provider: 'anthropic', clientType: 'smoke' }, /no client type "smoke".*openai-chat, anthropic/],
  [{ provider: 'anthropic', clientType: 'constructor' }, /no client type "constructor"/],
  [{ provider: 'openai-compatible' }, /needs a base URL/],
  [{ provider: 'openai-compatible', baseUrl: 'here' }, /not usable/],
])('a model with %o fails for good and says what to do', async (config, message) => {
  const model = new GenerativeModel({ modelId: 'm', tools: [], ...config }, { clock: fakeClock(), build });
  const { outcome } = await ask(model, user('hi'));
  expect(outcome).toEqual({ status: 'failed', permanent: true, message: expect.stringMatching(message) });
});

it('a history is given once, and before the first Request', async () => {
  const make = () =>
    new GenerativeModel({ modelId: 'm', provider: 'nobody', tools: [] }, { clock: fakeClock(), build });
  const model = make();
  model.setHistory([user('a')]);
  expect(() => model.setHistory([])).toThrow('twice');
  const late = make();
  await ask(late, user('a'));
  expect(() => late.setHistory([])).toThrow('after a Request');
});
