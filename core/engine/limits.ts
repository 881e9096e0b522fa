import type { Outcome, Usage } from '../omnimessage/index.ts';

/** Caps of one Task. A cap of −1 is none. */
export interface Limits {
  /** Requests that the Task may begin. */
  maxTurns: number;
  /** Tokens of the whole Session, input and output. */
  maxTokens: number;
  /** Wall time in milliseconds; enforced inside a turn too. */
  maxMs: number;
}

export interface Progress {
  turns: number;
  usage: Usage;
  elapsedMs: number;
}

export interface LimitReached {
  kind: 'turns' | 'tokens' | 'wall_time';
  value: number;
  cap: number;
  outcome: Extract<Outcome['kind'], 'budget' | 'timed_out'>;
}

type Limit = (progress: Progress, limits: Limits) => LimitReached | undefined;

/** The table of limits: to add one, add a pure function. The first that is reached ends the Task. */
const LIMITS: Limit[] = [
  ({ turns }, { maxTurns }) => reached('turns', turns, maxTurns, 'budget'),
  ({ usage }, { maxTokens }) => reached('tokens', usage.total, maxTokens, 'budget'),
  ({ elapsedMs }, { maxMs }) => reached('wall_time', elapsedMs, maxMs, 'timed_out'),
];

export function limitReached(progress: Progress, limits: Limits): LimitReached | undefined {
  for (const limit of LIMITS) {
    const found = limit(progress, limits);
    if (found !== undefined) return found;
  }
  return undefined;
}

function reached(
  kind: LimitReached['kind'],
  value: number,
  cap: number,
  outcome: LimitReached['outcome'],
): LimitReached | undefined {
  return cap >= 0 && value >= cap ? { kind, value, cap, outcome } : undefined;
}
