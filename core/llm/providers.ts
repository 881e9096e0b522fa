/** To add a provider: one row. Nothing is ever inferred from a model's name. */
import type { ClientType } from './protocols.ts';

interface ProviderRow {
  clientType: ClientType;
  /** Absent where only the user can know it. */
  baseUrl?: string;
  /** The environment variable in which people keep the key. */
  keyVariable: string;
  /** Servers on one's own machine often want none. */
  keyOptional?: true;
  /** Chat completions only; `max_tokens` unless the provider gave that name up. */
  outputCapField?: 'max_completion_tokens';
}

export interface Provider extends ProviderRow {
  name: string;
}

const PROVIDERS: Record<string, ProviderRow> = {
  anthropic: {
    clientType: 'anthropic',
    baseUrl: 'https://api.anthropic.com/v1',
    keyVariable: 'ANTHROPIC_API_KEY',
  },
  openai: {
    clientType: 'openai-chat',
    baseUrl: 'https://api.openai.com/v1',
    keyVariable: 'OPENAI_API_KEY',
    outputCapField: 'max_completion_tokens',
  },
  deepseek: {
    clientType: 'openai-chat',
    baseUrl: 'https://api.deepseek.com',
    keyVariable: 'DEEPSEEK_API_KEY',
  },
  groq: {
    clientType: 'openai-chat',
    baseUrl: 'https://api.groq.com/openai/v1',
    keyVariable: 'GROQ_API_KEY',
  },
  moonshot: {
    clientType: 'openai-chat',
    baseUrl: 'https://api.moonshot.ai/v1',
    keyVariable: 'MOONSHOT_API_KEY',
  },
  openrouter: {
    clientType: 'openai-chat',
    baseUrl: 'https://openrouter.ai/api/v1',
    keyVariable: 'OPENROUTER_API_KEY',
  },
  xai: {
    clientType: 'openai-chat',
    baseUrl: 'https://api.x.ai/v1',
    keyVariable: 'XAI_API_KEY',
  },
  'openai-compatible': {
    clientType: 'openai-chat',
    keyVariable: 'OPENAI_COMPATIBLE_API_KEY',
    keyOptional: true,
  },
};

export function providerNames(): string[] {
  return Object.keys(PROVIDERS);
}

export type ProviderLookup = { kind: 'found'; provider: Provider } | { kind: 'unknown'; message: string };

export function findProvider(name: string): ProviderLookup {
  const row = Object.hasOwn(PROVIDERS, name) ? PROVIDERS[name] : undefined;
  if (row !== undefined) return { kind: 'found', provider: { name, ...row } };
  const known = providerNames().join(', ');
  return {
    kind: 'unknown',
    message: `There is no provider "${name}". Use one of ${known}; "openai-compatible" with a base URL serves any other.`,
  };
}
