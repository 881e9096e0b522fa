import type { LoopbackGitHub } from '../github/server.ts';
import type { FakeClock } from '../support/clock.ts';

export interface Pace {
  /** Resolves when nothing is on its way to GitHub. */
  quiet(): Promise<void>;
  /** Lets so many seconds go by; time goes on only while nothing is on its way, or limits would strike that a real second would not. */
  pass(seconds: number): Promise<void>;
}

export function paceOf(clock: FakeClock, github: LoopbackGitHub): Pace {
  async function quiet(): Promise<void> {
    for (let calm = 0; calm < 4; ) {
      await new Promise((resolve) => setTimeout(resolve, 1));
      calm = github.requests.every(({ status }) => status !== undefined) ? calm + 1 : 0;
    }
  }
  return {
    quiet,
    async pass(seconds) {
      for (let second = 0; second < seconds; second++) {
        await quiet();
        await clock.advance(1_000);
      }
      await quiet();
    },
  };
}
