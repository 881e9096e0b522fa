import { createGitHub, type GitHub, type Trigger } from '../github/index.ts';
import type { House } from './house.ts';

/** The repository on GitHub, as this run may see it. */
export function openGitHub(
  repository: Exclude<Trigger, { kind: 'none' }>['repository'],
  token: string,
  { github: { apiUrl }, clock, random, log, signal }: House,
): GitHub {
  return createGitHub(repository, { token, apiUrl, clock, random, log, signal });
}
