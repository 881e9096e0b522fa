import { findProvider, type Provider } from '../llm/index.ts';
import { type ApprovalMode, isApprovalMode } from '../policy/index.ts';
import type { Inputs } from './house.ts';

/** What a Task needs to know, checked. */
export interface Settings {
  provider: Provider;
  modelId: string;
  apiKey: string | undefined;
  baseUrl: string | undefined;
  approvalMode: ApprovalMode;
  maxTurns: number;
  maxMinutes: number;
  maxTokens: number;
}

/** `blocked`: something is not set up yet, a person has to. `config`: something is set, and wrong. */
export type SettingsReading =
  | { kind: 'ok'; settings: Settings }
  | { kind: 'blocked'; problem: string }
  | { kind: 'config'; problem: string };

/** Reads the inputs. Each problem is one sentence: what is wrong, with which value, and what to do. */
export function readSettings(inputs: Inputs): SettingsReading {
  try {
    return { kind: 'ok', settings: read(inputs) };
  } catch (error) {
    if (error instanceof SettingsProblem) return { kind: error.kind, problem: error.message };
    throw error;
  }
}

class SettingsProblem extends Error {
  override readonly name = 'SettingsProblem';
  readonly kind: 'blocked' | 'config';

  constructor(kind: 'blocked' | 'config', message: string) {
    super(message);
    this.kind = kind;
  }
}

function read(inputs: Inputs): Settings {
  const provider = readProvider(inputs);
  const modelId = inputs('model');
  if (modelId === '') {
    throw new SettingsProblem(
      'blocked',
      `No model is configured for provider "${provider.name}": add the line \`model: <a model of ${provider.name}>\` under \`with:\` in the workflow.`,
    );
  }
  return {
    provider,
    modelId,
    apiKey: readKey(inputs, provider),
    baseUrl: readBaseUrl(inputs, provider),
    approvalMode: readApprovalMode(inputs),
    maxTurns: readCount(inputs, 'max-turns'),
    maxMinutes: readCount(inputs, 'max-minutes'),
    maxTokens: readCount(inputs, 'max-tokens'),
  };
}

/** How a workflow names a secret. */
function secretNamed(name: string): string {
  return `\${{ secrets.${name} }}`;
}

function readProvider(inputs: Inputs): Provider {
  const name = inputs('provider');
  if (name === '') {
    throw new SettingsProblem(
      'blocked',
      `No provider is configured: add the lines \`provider: <name>\`, \`model: <name>\` and \`api-key: ${secretNamed('<NAME>_API_KEY')}\` under \`with:\` in the workflow.`,
    );
  }
  const lookup = findProvider(name);
  if (lookup.kind === 'unknown') throw new SettingsProblem('config', lookup.message);
  return lookup.provider;
}

function readKey(inputs: Inputs, provider: Provider): string | undefined {
  const key = inputs('api-key');
  if (key !== '') return key;
  if (provider.keyOptional === true) return undefined;
  throw new SettingsProblem(
    'blocked',
    `No key for provider "${provider.name}": add the secret ${provider.keyVariable} to the repository and the line \`api-key: ${secretNamed(provider.keyVariable)}\` under \`with:\` in the workflow.`,
  );
}

function readBaseUrl(inputs: Inputs, provider: Provider): string | undefined {
  const text = inputs('base-url');
  if (text === '') {
    if (provider.baseUrl !== undefined) return undefined;
    throw new SettingsProblem(
      'blocked',
      `Provider "${provider.name}" has no address of its own: add the line \`base-url: https://…/v1\` under \`with:\` in the workflow.`,
    );
  }
  if (!/^https?:$/.test(URL.canParse(text) ? new URL(text).protocol : '')) {
    throw new SettingsProblem(
      'config',
      `Input base-url is "${text}", which is no http(s) address: write it as https://host/v1.`,
    );
  }
  return text;
}

function readApprovalMode(inputs: Inputs): ApprovalMode {
  const mode = inputs('approval-mode') || 'read-only';
  if (!isApprovalMode(mode)) {
    throw new SettingsProblem(
      'config',
      `Input approval-mode is "${mode}": use read-only, allow-all, deny-all or always-ask.`,
    );
  }
  const unsafe = readFlag(inputs, 'unsafe');
  if (mode === 'allow-all' && !unsafe) {
    throw new SettingsProblem(
      'config',
      'Input approval-mode is "allow-all", which runs every command of the model without a sandbox: set `unsafe: true` beside it if that is meant, or use read-only.',
    );
  }
  return mode;
}

function readFlag(inputs: Inputs, name: 'unsafe'): boolean {
  const text = inputs(name);
  if (text === '' || text === 'false') return false;
  if (text === 'true') return true;
  throw new SettingsProblem('config', `Input ${name} is "${text}": use true or false.`);
}

const DEFAULTS = { 'max-turns': 100, 'max-minutes': 30, 'max-tokens': 2_000_000 };
/** Longer than any job may last, and about as long as a timer can be: one that is longer goes off at once. */
const MAX_MINUTES = 35_000;

function readCount(inputs: Inputs, name: keyof typeof DEFAULTS): number {
  const text = inputs(name);
  if (text === '') return DEFAULTS[name];
  const count = Number(text);
  const max = name === 'max-minutes' ? MAX_MINUTES : Number.MAX_SAFE_INTEGER;
  if (Number.isInteger(count) && ((count >= 1 && count <= max) || count === -1)) return count;
  const range = name === 'max-minutes' ? `1 to ${max}` : '1';
  throw new SettingsProblem(
    'config',
    `Input ${name} is "${text}": use a whole number from ${range}, or -1 for no limit.`,
  );
}
