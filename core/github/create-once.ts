import type { Clock } from '../omnimessage/index.ts';
import { GitHubError } from './github-error.ts';

/** When it is looked for what may have been made, in milliseconds after the look before: lists lag behind. */
const LOOKS_MS = [500, 2_000, 4_000];
const MAX_TRIES = 3;

/**
 * What becomes of a creation whose answer was lost. `repeat` is for what GitHub itself makes once, or what is of no account twice; everything
 * else is looked for by what marks it.
 */
export type IfLost<T> = 'repeat' | (() => Promise<T | undefined>);

export interface Creation<T> {
  make(): Promise<T>;
  ifLost: IfLost<T>;
  clock: Clock;
  /** Aborts when the run is cancelled: then it is looked for once, and not made again. */
  hurry: AbortSignal;
}

/**
 * Makes something on GitHub once. When nobody knows whether it was made, it is looked for before it is made again; when it cannot
 * be looked for, it is not made again.
 */
export async function createOnce<T>(creation: Creation<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await creation.make();
    } catch (error) {
      if (!mayExist(error, tries)) throw error;
      const found = await look(creation, error);
      if (found !== undefined) return found;
      if (tries === MAX_TRIES || creation.hurry.aborted) throw error;
    }
  }
}

/** 422 is GitHub's word for what exists already: after an answer that was lost it may be ours. */
function mayExist(error: unknown, tries: number): error is GitHubError {
  return error instanceof GitHubError && (error.unsure || (tries > 1 && error.status === 422));
}

async function look<T>({ ifLost, clock, hurry }: Creation<T>, lost: GitHubError): Promise<T | undefined> {
  for (const delay of LOOKS_MS) {
    if (!hurry.aborted) await clock.sleep(delay, hurry);
    if (ifLost === 'repeat') return undefined;
    const found = await ifLost().catch((error: unknown) => {
      throw error instanceof GitHubError ? lost : error;
    });
    if (found !== undefined || hurry.aborted) return found;
  }
  return undefined;
}
