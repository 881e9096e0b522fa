import type { GitHub, Trigger } from '../github/index.ts';
import type { Redact } from '../omnimessage/index.ts';
import type { House } from './house.ts';

/** Where an admitted order is worked on. */
export interface Scene {
  trigger: Exclude<Trigger, { kind: 'none' }>;
  github: GitHub;
  house: House;
  /** Knows the secrets of this run. */
  redact: Redact;
  token: string;
}
