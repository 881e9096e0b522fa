import { findProtocol } from './protocols.ts';
import type { Provider } from './providers.ts';

/** Loads what speaks a provider's protocol, so that the first Request need not wait for it. */
export function warmUp({ clientType }: Provider): void {
  // Whatever goes wrong here goes wrong again in the Request, which tells it.
  findProtocol(clientType)
    ?.load()
    .catch(() => undefined);
}
