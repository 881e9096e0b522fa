import { findProvider, type Provider } from '../llm/index.ts';
import { type Config, isBaseUrl, isSameModel, withoutUser } from '../state/index.ts';
import { SettingsProblem } from './settings-problem.ts';
import type { SettingsSources } from './settings-sources.ts';
import { secretNamed } from './wording.ts';

export interface ModelSettings {
  provider: Provider;
  modelId: string;
  apiKey: string | undefined;
  baseUrl: string | undefined;
  /** In tokens. */
  contextWindow: number | undefined;
}

type ModelEntry = NonNullable<Config['models']>[number];

/** Which model works, and how it is reached. The pair comes from the inputs or from the configuration, never half from each. */
export function readModel(sources: SettingsSources): ModelSettings {
  const { provider, modelId } = readPair(sources);
  const entry = sources.config.models?.find((model) =>
    isSameModel(model, { provider: provider.name, model_id: modelId }),
  );
  return {
    provider,
    modelId,
    apiKey: readKey(sources, provider, entry),
    baseUrl: readBaseUrl(sources, provider, entry),
    contextWindow: entry?.context_window,
  };
}

function readPair({ inputs, config, configPath, wording }: SettingsSources): {
  provider: Provider;
  modelId: string;
} {
  const provider = inputs('provider');
  const modelId = inputs('model');
  if (provider === '' && modelId === '' && config.default_model !== undefined) {
    return { provider: providerNamed(config.default_model.provider), modelId: config.default_model.model_id };
  }
  if (provider === '') {
    throw new SettingsProblem(
      'blocked',
      `No provider is configured: ${wording.addProvider}${wording.or(`default_model in ${configPath}`)}.`,
    );
  }
  const found = providerNamed(provider);
  if (modelId === '') {
    throw new SettingsProblem(
      'blocked',
      `No model is configured for provider "${found.name}": ${wording.add('model', `<a model of ${found.name}>`)}.`,
    );
  }
  return { provider: found, modelId };
}

function providerNamed(name: string): Provider {
  const lookup = findProvider(name);
  if (lookup.kind === 'unknown') throw new SettingsProblem('config', lookup.message);
  return lookup.provider;
}

function readKey(
  { inputs, environment, configPath, wording }: SettingsSources,
  provider: Provider,
  entry: ModelEntry | undefined,
): string | undefined {
  const key = inputs('api-key');
  if (key !== '') return key;
  const variable = entry?.api_key_env;
  if (variable !== undefined) {
    const value = environment[variable]?.trim() ?? '';
    if (value !== '') return value;
    throw new SettingsProblem(
      'blocked',
      `No key for provider "${provider.name}": ${configPath} says that the variable ${variable} holds it, which is not set: add the line \`${variable}: ${secretNamed(variable)}\` under \`env:\` of the step in the workflow, and that secret to the repository.`,
    );
  }
  if (provider.keyOptional === true) return undefined;
  throw new SettingsProblem(
    'blocked',
    `No key for provider "${provider.name}": ${wording.addKey(provider.keyVariable)}.`,
  );
}

function readBaseUrl(
  { inputs, configPath, wording }: SettingsSources,
  provider: Provider,
  entry: ModelEntry | undefined,
): string | undefined {
  const text = inputs('base-url');
  if (text === '') {
    const address = entry?.base_url ?? provider.baseUrl;
    if (address !== undefined) return entry?.base_url;
    throw new SettingsProblem(
      'blocked',
      `Provider "${provider.name}" has no address of its own: ${wording.add('base-url', 'https://…/v1')}${wording.or(`base_url to the model in ${configPath}`)}.`,
    );
  }
  if (!isBaseUrl(text)) {
    throw new SettingsProblem(
      'config',
      `${wording.subject('base-url')} is "${withoutUser(text)}", which is no http(s) address without user name and password: write it as https://host/v1.`,
    );
  }
  return text;
}
