import { describe, expect, it } from 'vitest';
import { parseConfig } from '../../core/state/parse-config.ts';

const PROVIDERS = 'anthropic, openai, deepseek, groq, moonshot, openrouter, xai, openai-compatible';
const VARIABLE =
  'name a variable of the step’s `env:` such as DEEPSEEK_API_KEY, and none of the runner’s (GITHUB_…, INPUT_…) or of what commands get (PATH, …)';

/** What is wrong with a file, the file, and what its owner is told. */
const BROKEN: [name: string, file: string, sentences: string[]][] = [
  ['an unknown key', 'modles: []', ['1:1: there is no key modles: write models.']],
  [
    'an unknown key like no other',
    'colour: red',
    ['1:1: there is no key colour: use default_model, models, agents.'],
  ],
  [
    'a key in camel case',
    ['agents:', '  reviewer:', '    maxTurns: 5'].join('\n'),
    ['3:5: there is no key agents.reviewer.maxTurns: write max_turns.'],
  ],
  [
    'a longer name for a key',
    ['agents:', '  reviewer:', '    system_prompt: Be kind.'].join('\n'),
    ['3:5: there is no key agents.reviewer.system_prompt: write prompt.'],
  ],
  [
    'an unknown provider',
    ['models:', '  - provider: clever', '    model_id: m'].join('\n'),
    [`2:15: models[0].provider is "clever": use one of ${PROVIDERS}.`],
  ],
  [
    'a model without its other half',
    ['models:', '  - provider: openai'].join('\n'),
    [
      '2:5: models[0].model_id is missing: write the model’s name at its provider, in quotes if it is a number.',
    ],
  ],
  [
    'a model name that YAML takes for a number',
    ['models:', '  - provider: openai', '    model_id: 4.1'].join('\n'),
    ['3:15: models[0].model_id is 4.1: write the model’s name at its provider, in quotes if it is a number.'],
  ],
  [
    'a list that is empty',
    'models:',
    ['1:8: models is empty: write a list, each entry with provider and model_id.'],
  ],
  [
    'models as a mapping',
    ['models:', '  openai: m'].join('\n'),
    ['2:3: models is a mapping: write a list, each entry with provider and model_id.'],
  ],
  [
    'agents as a list',
    ['agents:', '  - reviewer'].join('\n'),
    ['2:3: agents is a list: write a mapping, an agent’s id as each key.'],
  ],
  [
    'the default as one name',
    'default_model: openai/m',
    ['1:16: default_model is "openai/m": write the keys provider and model_id below it.'],
  ],
  [
    'a default that is not in the list',
    ['models:', '  - {provider: openai, model_id: m}', 'default_model: {provider: openai, model_id: n}'].join(
      '\n',
    ),
    ['3:16: default_model is openai "n", which is not in models: add it there, or use openai "m".'],
  ],
  [
    'a model that stands twice',
    ['models:', '  - {provider: openai, model_id: m}', '  - {provider: openai, model_id: m}'].join('\n'),
    ['3:5: models[1] is openai "m", and so is models[0]: keep one.'],
  ],
  [
    'an address without its protocol',
    'models: [{provider: openai, model_id: m, base_url: "localhost:80"}]',
    [
      '1:52: models[0].base_url is "localhost:80": write an http(s) address without user name and password, such as https://host/v1.',
    ],
  ],
  [
    'an address with a password',
    'models: [{provider: openai, model_id: m, base_url: "https://me:secret@host/v1"}]',
    [
      '1:52: models[0].base_url is "https://***@host/v1": write an http(s) address without user name and password, such as https://host/v1.',
    ],
  ],
  [
    'the key where its variable belongs',
    'models: [{provider: openai, model_id: m, api_key_env: sk-1234567890abcdef}]',
    [`1:55: models[0].api_key_env is not shown, lest it be the key itself: ${VARIABLE}.`],
  ],
  [
    'a variable of the runner',
    'models: [{provider: openai, model_id: m, api_key_env: GITHUB_TOKEN}]',
    [`1:55: models[0].api_key_env is "GITHUB_TOKEN": ${VARIABLE}.`],
  ],
  [
    'a limit of zero',
    'agents: {reviewer: {max_turns: 0}}',
    ['1:32: agents.reviewer.max_turns is 0: use a whole number from 1, or -1 for no limit.'],
  ],
  [
    'a limit in words',
    'agents: {reviewer: {max_turns: many}}',
    ['1:32: agents.reviewer.max_turns is "many": use a whole number from 1, or -1 for no limit.'],
  ],
  [
    'a window with thousands marks',
    'models: [{provider: openai, model_id: m, context_window: "128,000"}]',
    ['1:58: models[0].context_window is "128,000": use a whole number of tokens from 1.'],
  ],
  [
    'a prompt as a list',
    ['agents:', '  reviewer:', '    prompt:', '      - Be kind.'].join('\n'),
    ['4:7: agents.reviewer.prompt is a list: write the instructions as text.'],
  ],
  [
    'an agent without anything',
    ['agents:', '  reviewer:'].join('\n'),
    ['2:12: agents.reviewer is empty: write the keys prompt and max_turns below it.'],
  ],
  [
    'an id that is no folder name',
    ['agents:', '  ../evil: {max_turns: 3}'].join('\n'),
    [
      '2:3: agents.../evil is no id: use small letters, digits and hyphens, a letter first, at most 50 in all.',
    ],
  ],
  [
    'a text instead of a mapping',
    'openai',
    ['1:1: the file is "openai": write a mapping with the keys default_model, models and agents.'],
  ],
  [
    'a key that stands twice',
    ['models: []', 'models: []'].join('\n'),
    ['2:1: the key models stands twice: keep one.'],
  ],
  [
    'a quote that never ends',
    'agents: {reviewer: {prompt: "Be kind.}}',
    ['1:40: this is no YAML (Missing closing "quote): look at the indentation, quotes and brackets here.'],
  ],
  ['a tab', ['agents:', '\treviewer: {}'].join('\n'), ['2:1: a tab indents this line: use blanks.']],
  [
    'a tag',
    'agents: !!js/function "() => 1"',
    ['1:9: tags (!name) are not supported: write the value without.'],
  ],
  ['a known tag', 'agents: !!binary YQ==', ['1:9: tags (!name) are not supported: write the value without.']],
  [
    'two documents',
    ['---', 'models: []', '---', 'models: []'].join('\n'),
    ['3:1: a second document begins here: keep one.'],
  ],
  [
    'a merge key',
    ['agents:', '  a: &a {max_turns: 3}', '  b: {<<: *a}'].join('\n'),
    ['3:7: there is no key agents.b.<<: use prompt, max_turns.'],
  ],
  [
    'an alias of nothing',
    'models: *nothing',
    ['1:1: aliases (*name) stand for nothing, for themselves or for too much: write the values out.'],
  ],
  [
    'a prototype',
    ['agents:', '  __proto__: {max_turns: 3}'].join('\n'),
    ['2:3: there is no key __proto__: take it out.'],
  ],
  [
    'several at once, in the order in which they stand',
    ['agents:', '  a: {max_turns: 0, promt: x}', 'model: m'].join('\n'),
    [
      '2:18: agents.a.max_turns is 0: use a whole number from 1, or -1 for no limit.',
      '2:21: there is no key agents.a.promt: write prompt.',
      '3:1: there is no key model: write models.',
    ],
  ],
  [
    'more than anybody reads',
    ['u: 1', 'v: 1', 'w: 1', 'x: 1', 'y: 1', 'z: 1', 'a: 1'].join('\n'),
    [
      ...['u', 'v', 'w', 'x', 'y'].map(
        (key, at) => `${at + 1}:1: there is no key ${key}: use default_model, models, agents.`,
      ),
      'And 2 more.',
    ],
  ],
];

describe('a broken file', () => {
  it.each(BROKEN)('with %s says how to mend it', (_, file, sentences) => {
    const problem = sentences.map((text) => (/^\d/.test(text) ? `penguin.yml:${text}` : text)).join(' ');
    expect(parseConfig(file, 'penguin.yml')).toEqual({ kind: 'wrong', problem });
  });

  it('shows its words as one plain line, of which not too much', () => {
    const name = `a\u202e\u0007${'b'.repeat(200)}`;
    const reading = parseConfig(
      `models: [{provider: ${JSON.stringify(`${name}\nc`)}, model_id: m}]`,
      'penguin.yml',
    );
    expect(reading).toMatchObject({
      problem: expect.stringContaining(`provider is "a${'b'.repeat(58)}…": use`),
    });
  });

  it('with many long mistakes is told in sentences that are whole', () => {
    const entry = '{provider: clever, model_id: m, base_url: x, api_key_env: PATH}';
    const reading = parseConfig(`models: [${entry}, ${entry}]`, 'penguin.yml');
    if (reading.kind !== 'wrong') throw new Error('taken for right');
    expect(reading.problem.length).toBeLessThan(1_100);
    expect(reading.problem).toMatch(/\(PATH, …\)\. penguin\.yml:.* And \d more\.$/);
  });
});

describe('a good file', () => {
  it.each(['', '# nothing yet\n', '---\n', '{}'])('may say nothing: %j', (file) => {
    expect(parseConfig(file, 'penguin.yml')).toEqual({ kind: 'config', config: {} });
  });

  it('says everything that there is', () => {
    const config = {
      default_model: { provider: 'deepseek', model_id: 'chat' },
      models: [
        {
          provider: 'deepseek',
          model_id: 'chat',
          base_url: 'http://localhost:8000/v1',
          api_key_env: 'MY_KEY_2',
          context_window: 128_000,
        },
        { provider: 'openai', model_id: '4.1' },
      ],
      agents: { default: { max_turns: -1 }, reviewer: { prompt: 'Be kind.\nBe brief.\n', max_turns: 20 } },
    };
    expect(parseConfig(JSON.stringify(config), 'penguin.yml')).toEqual({ kind: 'config', config });
  });

  it('may use an anchor a few times', () => {
    const file = 'agents:\n  a: &calm {max_turns: 3}\n  b: *calm\n';
    expect(parseConfig(file, 'penguin.yml')).toEqual({
      kind: 'config',
      config: { agents: { a: { max_turns: 3 }, b: { max_turns: 3 } } },
    });
  });
});

it.each([
  'PATH',
  'HOME',
  'LC_MODEL',
  'JAVA_HOME_17_X64',
  'TERM',
  'github_token',
  'ACTIONS_X',
  'RUNNER_X',
  'INPUT_X',
  '1A',
  'A-B',
  '',
])('the variable %j may hold no key', (name) => {
  const file = JSON.stringify({ models: [{ provider: 'openai', model_id: 'm', api_key_env: name }] });
  expect(parseConfig(file, 'penguin.yml')).toMatchObject({
    kind: 'wrong',
    problem: expect.stringContaining('api_key_env'),
  });
});
