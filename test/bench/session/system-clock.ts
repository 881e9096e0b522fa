import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../../core/omnimessage/index.ts';

/** The clock that the action hands in, with its costs. */
export const systemClock: Clock = {
  now: () => new Date(),
  monotonic: () => performance.now(),
  sleep: (ms, signal) => sleep(ms, undefined, { signal }).catch(() => undefined),
};
