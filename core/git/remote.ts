import type { ConfigEntry } from './hardening.ts';

/** A large history may take minutes to travel. */
export const TRANSFER_TIMEOUT_MS = 600_000;

/** A repository on the other side. */
export interface Remote {
  /**
   * `https://…`, without a user or a password. `http://` to this machine and an absolute path serve tests and
   * mirrors.
   */
  url: string;
  /** An access token; left out for a path and for public repositories. */
  token?: string;
}

/**
 * Opens the one scheme that this URL needs, and shows the token to this URL alone. The token is in the process's
 * environment, never in its arguments.
 */
export function remoteConfig({ url, token }: Remote): ConfigEntry[] {
  const scheme = schemeOf(url);
  const open: ConfigEntry = [`protocol.${scheme}.allow`, 'always'];
  if (token === undefined) return [open];
  if (scheme === 'file') throw new Error(`A token is of no use for the folder ${url}: leave it out.`);
  return [open, [`http.${url}.extraHeader`, `AUTHORIZATION: basic ${credential(token)}`]];
}

/** What must not appear in any text: the token, and the form in which it travels. */
export function tokenForms({ token }: Remote): string[] {
  return token === undefined ? [] : [token, credential(token)];
}

function credential(token: string): string {
  return Buffer.from(`x-access-token:${token}`).toString('base64');
}

function schemeOf(url: string): 'https' | 'http' | 'file' {
  if (url.startsWith('/')) return 'file';
  const parsed = parse(url);
  if (parsed.username !== '' || parsed.password !== '') {
    throw new Error('A repository URL must not hold credentials: hand the token over apart from it.');
  }
  if (parsed.protocol === 'https:') return 'https';
  if (parsed.protocol === 'http:' && isThisMachine(parsed.hostname)) return 'http';
  throw new Error(`git may not use ${parsed.protocol}//${parsed.host}: an https:// URL is needed.`);
}

function parse(url: string): URL {
  if (URL.canParse(url)) return new URL(url);
  throw new Error('The repository URL cannot be read: an https:// URL is needed.');
}

function isThisMachine(hostname: string): boolean {
  return hostname === 'localhost' || hostname.endsWith('.localhost') || /^127\.|^\[::1\]$/.test(hostname);
}
