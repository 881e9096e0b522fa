import { describe, expect, it } from 'vitest';
import type { Inputs } from '../../core/dispatch/house.ts';
import { readSettings } from '../../core/dispatch/settings.ts';
import type { SettingsSources } from '../../core/dispatch/settings-sources.ts';
import { WORKFLOW } from '../../core/dispatch/wording.ts';

type Given = Partial<Record<Parameters<Inputs>[0], string>>;

/** A provider, a model and a key: the least that works. */
const LEAST: Given = { provider: 'deepseek', model: 'chat', 'api-key': 'k-input' };

function read(given: Given, more: Partial<Omit<SettingsSources, 'inputs'>> = {}) {
  const inputs: Inputs = (name) => given[name] ?? '';
  const rest = { config: {}, configPath: 'penguin.yml', environment: {}, wording: WORKFLOW };
  return readSettings({ inputs, ...rest, ...more });
}

function settingsOf(given: Given, more?: Partial<SettingsSources>) {
  const reading = read(given, more);
  if (reading.kind !== 'ok') throw new Error(reading.problem);
  return reading.settings;
}

const DEFAULT_MODEL = { provider: 'deepseek', model_id: 'chat' } as const;
const CONFIG: SettingsSources['config'] = {
  default_model: DEFAULT_MODEL,
  models: [
    { ...DEFAULT_MODEL, base_url: 'https://config/v1', api_key_env: 'MY_KEY', context_window: 64_000 },
    { provider: 'openai', model_id: 'other', context_window: 8_000 },
  ],
  agents: { default: { prompt: 'Be kind.' }, reviewer: { prompt: 'Be strict.', max_turns: 7 } },
};
const ENVIRONMENT = { MY_KEY: ' k-environment\n' };

describe('without a configuration', () => {
  it('everything that is not given has its default', () => {
    expect(settingsOf(LEAST)).toEqual({
      provider: expect.objectContaining({ name: 'deepseek', clientType: 'openai-chat' }),
      modelId: 'chat',
      apiKey: 'k-input',
      baseUrl: undefined,
      contextWindow: undefined,
      agent: { id: 'default', prompt: undefined },
      approvalMode: 'read-only',
      maxTurns: 100,
      maxMinutes: 30,
      maxTokens: 2_000_000,
    });
  });

  it.each([
    [{}, 'blocked', /^No provider is configured: .*`provider: <name>`.* or default_model in penguin\.yml\.$/],
    [{ model: 'chat' }, 'blocked', /^No provider is configured/],
    [{ ...LEAST, model: '' }, 'blocked', /^No model is configured for provider "deepseek"/],
    [
      { ...LEAST, 'api-key': '' },
      'blocked',
      /add the secret DEEPSEEK_API_KEY .*`api-key: \$\{\{ secrets\.DEEPSEEK_API_KEY \}\}`/,
    ],
    [
      { ...LEAST, provider: 'openai-compatible' },
      'blocked',
      /^Provider "openai-compatible" has no address of its own: .*`base-url: .* or base_url .* penguin\.yml\.$/,
    ],
    [{ ...LEAST, provider: 'constructor' }, 'config', /^There is no provider "constructor"\. Use one of/],
    [{ ...LEAST, 'base-url': 'host:80' }, 'config', /^Input base-url is "host:80", which is no http/],
    [
      { ...LEAST, 'base-url': 'https://me:secret@host' },
      'config',
      /^Input base-url is "https:\/\/\*\*\*@host"/,
    ],
    [{ ...LEAST, 'approval-mode': 'yolo' }, 'config', /^Input approval-mode is "yolo": use read-only/],
    [{ ...LEAST, 'approval-mode': 'allow-all' }, 'config', /`unsafe: true` beside it/],
    [{ ...LEAST, unsafe: 'yes' }, 'config', /^Input unsafe is "yes": use true or false\.$/],
    [
      { ...LEAST, agent: 'reviewer' },
      'config',
      /"reviewer", which is no agent in penguin\.yml: use one of default, or/,
    ],
  ] as const)('%j is %s', (given, kind, problem) => {
    expect(read(given)).toEqual({ kind, problem: expect.stringMatching(problem) });
  });

  it.each(['max-turns', 'max-minutes', 'max-tokens'] as const)(
    '%s is a whole number from 1, or -1',
    (name) => {
      for (const good of ['1', '250', '-1']) expect(read({ ...LEAST, [name]: good }).kind).toBe('ok');
      for (const bad of ['0', '-2', '1.5', 'many', 'NaN', '1e400', '9007199254740993000']) {
        expect(read({ ...LEAST, [name]: bad })).toMatchObject({
          kind: 'config',
          problem: expect.stringContaining(`Input ${name} is "${bad}": use a whole number from 1`),
        });
      }
    },
  );

  it('a timer that is too long to be one is refused', () => {
    expect(settingsOf({ ...LEAST, 'max-minutes': '35000' }).maxMinutes).toBe(35_000);
    expect(read({ ...LEAST, 'max-minutes': '35001' })).toMatchObject({
      kind: 'config',
      problem: expect.stringContaining('from 1 to 35000, or -1'),
    });
  });

  it('a server of one’s own needs no key', () => {
    const given = { provider: 'openai-compatible', model: 'm', 'base-url': 'http://localhost:8000/v1' };
    expect(settingsOf(given)).toMatchObject({ apiKey: undefined, baseUrl: 'http://localhost:8000/v1' });
  });
});

describe('with a configuration', () => {
  it('its default model works where the inputs name none', () => {
    expect(settingsOf({}, { config: CONFIG, environment: ENVIRONMENT })).toMatchObject({
      provider: { name: 'deepseek' },
      modelId: 'chat',
      apiKey: 'k-environment',
      baseUrl: 'https://config/v1',
      contextWindow: 64_000,
      agent: { id: 'default', prompt: 'Be kind.' },
    });
  });

  it('the inputs’ model wins, with what the configuration says of that very pair', () => {
    const given = { provider: 'openai', model: 'other', 'api-key': 'k-input' };
    expect(settingsOf(given, { config: CONFIG })).toMatchObject({
      provider: { name: 'openai' },
      modelId: 'other',
      baseUrl: undefined,
      contextWindow: 8_000,
    });
    const unknown = settingsOf({ ...given, model: 'chat' }, { config: CONFIG, environment: ENVIRONMENT });
    expect(unknown).toMatchObject({ apiKey: 'k-input', baseUrl: undefined, contextWindow: undefined });
  });

  it('half a model in the inputs is not joined with the other half', () => {
    expect(read({ provider: 'deepseek' }, { config: CONFIG, environment: ENVIRONMENT })).toMatchObject({
      kind: 'blocked',
      problem: expect.stringMatching(/^No model is configured for provider "deepseek"/),
    });
    expect(read({ model: 'chat' }, { config: CONFIG, environment: ENVIRONMENT })).toMatchObject({
      kind: 'blocked',
      problem: expect.stringMatching(/^No provider is configured/),
    });
  });

  it('a list without a default is no default', () => {
    const { models = [] } = CONFIG;
    expect(read({}, { config: { models }, environment: ENVIRONMENT }).kind).toBe('blocked');
  });

  it('inputs win over it: key, address and turns', () => {
    const given = {
      'api-key': 'k-input',
      'base-url': 'https://input/v1',
      agent: 'reviewer',
      'max-turns': '3',
    };
    expect(settingsOf(given, { config: CONFIG, environment: ENVIRONMENT })).toMatchObject({
      apiKey: 'k-input',
      baseUrl: 'https://input/v1',
      maxTurns: 3,
    });
  });

  it('the agent’s turns win over the default', () => {
    const given = { agent: 'reviewer' };
    expect(settingsOf(given, { config: CONFIG, environment: ENVIRONMENT })).toMatchObject({
      agent: { id: 'reviewer', prompt: 'Be strict.' },
      maxTurns: 7,
    });
    expect(settingsOf({}, { config: CONFIG, environment: ENVIRONMENT }).maxTurns).toBe(100);
  });

  it('an agent that is not there is told with those that are', () => {
    expect(read({ agent: 'reviewr' }, { config: CONFIG, environment: ENVIRONMENT })).toEqual({
      kind: 'config',
      problem:
        'Input agent is "reviewr", which is no agent in penguin.yml: use one of default, reviewer, or add it under agents.',
    });
    expect(read({ agent: 'toString' }, { config: CONFIG, environment: ENVIRONMENT }).kind).toBe('config');
  });

  it.each([{}, { MY_KEY: '' }, { MY_KEY: ' \n' }])(
    'a variable that holds no key is told with the line to add: %j',
    (environment) => {
      expect(read({}, { config: CONFIG, environment })).toEqual({
        kind: 'blocked',
        problem:
          // biome-ignore lint/suspicious/noTemplateCurlyInString: it is GitHub's.
          'No key for provider "deepseek": penguin.yml says that the variable MY_KEY holds it, which is not set: add the line `MY_KEY: ${{ secrets.MY_KEY }}` under `env:` of the step in the workflow, and that secret to the repository.',
      });
    },
  );
});
