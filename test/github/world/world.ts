import { blobStorage } from '../artifacts/blob-storage.ts';
import { ACTIONS_BOT } from './accounts.ts';
import type { World } from './state.ts';

/** Ids start where nobody mistakes them for numbers of issues. */
const FIRST_ID = 10_001;

/** An empty GitHub. `folder` holds its git repositories. */
export function createWorld(folder: string, now: () => Date): World {
  let id = FIRST_ID;
  const world: Omit<World, 'storage'> = {
    folder,
    accounts: new Map([[ACTIONS_BOT.login, ACTIONS_BOT]]),
    repositories: new Map(),
    tokens: new Map(),
    faults: [],
    used: new Map(),
    dispatchListeners: [],
    apiUrl: '',
    serverUrl: '',
    now,
    nextId: () => id++,
  };
  return Object.assign(world, { storage: blobStorage(world) });
}
