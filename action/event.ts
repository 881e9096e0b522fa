import { readFileSync } from 'node:fs';
import type { IncomingEvent } from '../core/index.ts';

/** The event that started the run, from the file in which the runner keeps it. */
export function readEvent(environment: Readonly<Record<string, string | undefined>>): IncomingEvent {
  const {
    GITHUB_EVENT_NAME: name,
    GITHUB_EVENT_PATH: path,
    GITHUB_REPOSITORY: repository = '',
  } = environment;
  if (name === undefined || path === undefined) {
    throw new Error(
      'GITHUB_EVENT_NAME and GITHUB_EVENT_PATH are not set: this program runs as a step of a GitHub workflow.',
    );
  }
  return { name, payload: JSON.parse(readFileSync(path, 'utf8')), repository };
}
