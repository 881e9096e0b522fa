import { realpathSync } from 'node:fs';
import { delimiter, isAbsolute, sep } from 'node:path';

/**
 * `path` without the entries that are relative or lie in the folder `top`: a file named `git` that the repository
 * brings along must never run as ours. Entries that do not exist go too.
 */
export function trustedPath(path: string, top: string): string {
  return path
    .split(delimiter)
    .filter((entry) => isAbsolute(entry) && isOutside(entry, top))
    .join(delimiter);
}

function isOutside(entry: string, top: string): boolean {
  const real = realpathOrNothing(entry);
  return real !== undefined && real !== top && !real.startsWith(top + sep);
}

function realpathOrNothing(entry: string): string | undefined {
  try {
    return realpathSync(entry);
  } catch {
    // Missing or unreadable: no program can be found there.
    return undefined;
  }
}
