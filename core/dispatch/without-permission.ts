import { GitHubError } from '../github/index.ts';
import type { Log } from '../omnimessage/index.ts';

/**
 * Does what a run can do without: when GitHub refuses or does not answer, one line says what is missing, and the run goes on.
 */
export async function withoutPermission<T>(
  log: Log,
  without: string,
  act: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof GitHubError)) throw error;
    log.warn(`${without}: ${error.message}`);
    return undefined;
  }
}
