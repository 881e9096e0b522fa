/** What `.github/penguin.yml` may say. A key exists here when something reads it; every other one is refused. */
import * as z from 'zod';
import { commandEnvironment } from '../environment/index.ts';
import { providerNames } from '../llm/index.ts';
import { isBaseUrl } from './base-url.ts';

/** A text that passes `isFit`. `cure` completes a sentence that says what is wrong: "use …", "write …". */
function text(cure: string, isFit: (value: string) => boolean = (value) => value.trim() !== '') {
  return z.string({ error: cure }).refine(isFit, { error: cure });
}

function count(cure: string, isFit: (value: number) => boolean) {
  return z
    .number({ error: cure })
    .refine((value) => Number.isSafeInteger(value) && isFit(value), { error: cure });
}

const provider = () => z.enum(providerNames(), { error: `use one of ${providerNames().join(', ')}` });

const modelId = () =>
  text('write the model’s name at its provider, in quotes if it is a number').describe(
    'The model’s name at that provider.',
  );

const OF_THE_RUNNER = /^(GITHUB|ACTIONS|RUNNER|INPUT)_/i;

/** What commands get of the environment holds no key: the model reads it. */
function mayHoldKey(name: string): boolean {
  return (
    /^[A-Za-z_][A-Za-z0-9_]{0,99}$/.test(name) &&
    !OF_THE_RUNNER.test(name) &&
    !Object.hasOwn(commandEnvironment({ [name]: '' }), name)
  );
}

const modelEntry = z.strictObject(
  {
    provider: provider().describe(
      'Whose model it is: a provider’s name from the table of [the action](action.md).',
    ),
    model_id: modelId(),
    base_url: text(
      'write an http(s) address without user name and password, such as https://host/v1',
      isBaseUrl,
    )
      .meta({ description: 'Another address of the provider’s API.', default: 'the provider’s' })
      .optional(),
    api_key_env: text(
      'name a variable of the step’s `env:` such as DEEPSEEK_API_KEY, and none of the runner’s (GITHUB_…, INPUT_…) or of what commands get (PATH, …)',
      mayHoldKey,
    )
      .meta({
        description: 'The environment variable of the step that holds the key. Input `api-key` wins.',
        default: 'none: input `api-key`',
      })
      .optional(),
    context_window: count('use a whole number of tokens from 1', (value) => value >= 1)
      .meta({ description: 'How many tokens the model takes in, input and answer.', default: 'unknown' })
      .optional(),
  },
  { error: 'write the keys provider and model_id' },
);

const agentEntry = z.strictObject(
  {
    prompt: text('write the instructions as text')
      .meta({ description: 'Instructions that are added to the system prompt.', default: 'none' })
      .optional(),
    max_turns: count('use a whole number from 1, or -1 for no limit', (value) => value >= 1 || value === -1)
      .meta({
        description: 'Requests to the model that one task may make; -1 for no limit. Input `max-turns` wins.',
        default: '100',
      })
      .optional(),
  },
  { error: 'write the keys prompt and max_turns below it' },
);

/** An id names folders too. */
const agentId = z.string().regex(/^[a-z][a-z0-9-]{0,49}$/, {
  error: 'use small letters, digits and hyphens, a letter first, at most 50 in all',
});

export const configSchema = z.strictObject(
  {
    default_model: z
      .strictObject(
        { provider: provider().describe('The provider of an entry in `models`.'), model_id: modelId() },
        { error: 'write the keys provider and model_id below it' },
      )
      .meta({
        description: 'The entry of `models` that works where the inputs `provider` and `model` name none.',
        default: 'none: nothing is guessed',
      })
      .optional(),
    models: z
      .array(modelEntry, { error: 'write a list, each entry with provider and model_id' })
      .meta({ description: 'Models, each a pair of provider and model_id.', default: 'none' })
      .optional(),
    agents: z
      .record(agentId, agentEntry, { error: 'write a mapping, an agent’s id as each key' })
      .meta({ description: 'Agents by id; input `agent` picks one, else `default`.', default: 'none' })
      .optional(),
  },
  { error: 'write a mapping with the keys default_model, models and agents' },
);

export type Config = z.infer<typeof configSchema>;
