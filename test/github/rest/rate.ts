import type { World } from '../world/state.ts';

const WORKFLOW_LIMIT = 1_000;
const USER_LIMIT = 5_000;
const ANONYMOUS_LIMIT = 60;
const WINDOW_SECONDS = 3_600;

/** Counts a request and tells the caller's budget, as GitHub's headers do. The budget is told, not enforced. */
export function rateHeaders(world: World, authorization = ''): Record<string, string> {
  const count = (world.used.get(authorization) ?? 0) + 1;
  world.used.set(authorization, count);
  const limit = limitOf(world, authorization);
  return {
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(Math.max(0, limit - count)),
    'x-ratelimit-used': String(count),
    'x-ratelimit-reset': String(Math.floor(world.now().getTime() / 1000) + WINDOW_SECONDS),
    'x-ratelimit-resource': 'core',
  };
}

function limitOf(world: World, authorization: string): number {
  const caller = world.tokens.get(authorization.split(' ')[1] ?? '');
  if (caller === undefined) return ANONYMOUS_LIMIT;
  return caller.kind === 'installation' ? WORKFLOW_LIMIT : USER_LIMIT;
}
