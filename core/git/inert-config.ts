import type { ConfigEntry } from './hardening.ts';
import type { BoundGit } from './run.ts';

/** Settings of a repository that say how its files lie on the disk, and can do nothing else. */
const INERT: ReadonlySet<string> = new Set([
  'core.autocrlf',
  'core.checkstat',
  'core.eol',
  'core.filemode',
  'core.ignorecase',
  'core.precomposeunicode',
  'core.sparsecheckout',
  'core.sparsecheckoutcone',
  'core.symlinks',
  'core.trustctime',
]);

/** The Workspace's own values of those settings. */
export async function inertConfig(own: BoundGit): Promise<ConfigEntry[]> {
  const { stdout } = await own(['config', '--list', '-z']);
  return stdout
    .toString('utf8')
    .split('\0')
    .map(parseEntry)
    .filter(([key]) => INERT.has(key));
}

/** `key\nvalue`; a key alone is how git writes "true" in short. */
function parseEntry(text: string): ConfigEntry {
  const border = text.indexOf('\n');
  return border === -1 ? [text, 'true'] : [text.slice(0, border), text.slice(border + 1)];
}
