import { isTakenByOther, openThreadRef } from '../github/index.ts';
import type { CommentScene } from './scene.ts';
import { withoutPermission } from './without-permission.ts';

/** A run that is at work looks at new comments every ten seconds; one that has not answered by then does not. Milliseconds. */
const PATIENCE_MS = 60_000;
const LOOK_MS = 5_000;

/** What became of a comment while the run that holds its Thread was waited for. */
export type Turn =
  /** That run has taken it, and answers it. */
  | { kind: 'heard' }
  /** Nobody holds the Thread any more. */
  | { kind: 'free' }
  /** A minute has passed. */
  | { kind: 'silent' }
  /** We are cancelled. */
  | { kind: 'cancelled' };

/** A minute, in one go or with things done in between, for the run that holds the Thread to hear the comment or to end. */
export function openPatience({ trigger, github, house }: CommentScene): { wait(): Promise<Turn> } {
  const { clock, random, signal, log, run } = house;
  const threadRef = openThreadRef(github, trigger.thread.number);
  const until = clock.monotonic() + PATIENCE_MS;

  return {
    async wait() {
      for (;;) {
        const state = await withoutPermission(log, 'the Thread is not seen', () => threadRef.state());
        if (state !== undefined && isTakenByOther(state, trigger.comment.id, run.id))
          return { kind: 'heard' };
        if (state?.active === null) return { kind: 'free' };
        if (clock.monotonic() >= until) return { kind: 'silent' };
        // Spread out: runs that came together would look, and give up, together.
        await clock.sleep(LOOK_MS * (0.5 + random()), signal);
        if (signal.aborted) return { kind: 'cancelled' };
      }
    },
  };
}
