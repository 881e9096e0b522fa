/** To add a protocol: one file that makes its client, one row here. */
import type { ClientSettings, UpstreamClient } from './upstream.ts';

export interface Protocol {
  /** Loaded when first used: no run pays for a protocol that it does not speak. */
  load(): Promise<(settings: ClientSettings) => UpstreamClient>;
  /** For protocols that demand an output cap with every request. */
  defaultMaxTokens?: number;
}

const PROTOCOLS = {
  'openai-chat': {
    load: async () => (await import('./openai-chat.ts')).createOpenAiChatClient,
  },
  anthropic: {
    load: async () => (await import('./anthropic.ts')).createAnthropicClient,
    defaultMaxTokens: 32_000,
  },
} satisfies Record<string, Protocol>;

export type ClientType = keyof typeof PROTOCOLS;

export const CLIENT_TYPES = Object.keys(PROTOCOLS);

export function findProtocol(clientType: string): Protocol | undefined {
  return isClientType(clientType) ? PROTOCOLS[clientType] : undefined;
}

function isClientType(name: string): name is ClientType {
  return Object.hasOwn(PROTOCOLS, name);
}
