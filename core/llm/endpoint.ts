import type { Protocol } from './protocols.ts';
import { CLIENT_TYPES, findProtocol } from './protocols.ts';
import type { Provider } from './providers.ts';
import { findProvider } from './providers.ts';

/** Where requests go, and how. */
export interface Endpoint {
  provider: Provider;
  protocol: Protocol;
  baseUrl: string;
  host: string;
  apiKey: string | undefined;
}

export type EndpointLookup = { kind: 'usable'; endpoint: Endpoint } | { kind: 'unusable'; message: string };

export interface EndpointConfig {
  provider: string;
  clientType?: string;
  baseUrl?: string;
  apiKey?: string;
}

/** Joins what the configuration says with what the tables know, or says what is missing. */
export function resolveEndpoint(config: EndpointConfig): EndpointLookup {
  const lookup = findProvider(config.provider);
  if (lookup.kind === 'unknown') return unusable(lookup.message);
  const { provider } = lookup;
  const clientType = config.clientType ?? provider.clientType;
  const protocol = findProtocol(clientType);
  if (protocol === undefined) {
    return unusable(`There is no client type "${clientType}". Use one of ${CLIENT_TYPES.join(', ')}.`);
  }
  const baseUrl = config.baseUrl ?? provider.baseUrl;
  if (baseUrl === undefined) {
    return unusable(`Provider "${provider.name}" needs a base URL, such as http://127.0.0.1:8000/v1.`);
  }
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (url === undefined || !isPlainHttp(url)) {
    const wanted = 'an http:// or https:// URL without user name and password';
    return unusable(`The base URL of provider "${provider.name}" is not usable. Give ${wanted}.`);
  }
  // Secrets are often pasted with the newline that followed them, and no header may hold one.
  const apiKey = config.apiKey?.trim() || undefined;
  return { kind: 'usable', endpoint: { provider, protocol, baseUrl, host: url.host, apiKey } };
}

function isPlainHttp(url: URL): boolean {
  return ['http:', 'https:'].includes(url.protocol) && url.username === '' && url.password === '';
}

function unusable(message: string): EndpointLookup {
  return { kind: 'unusable', message };
}
