import { isSteering, type TaskEnd } from '../engine/index.ts';
import { openNewComments, type ThreadTrigger } from '../github/index.ts';
import type { OmniMessage } from '../omnimessage/index.ts';
import type { Session } from '../session/index.ts';
import { openAdmissions } from './admissions.ts';
import { hear } from './hear.ts';
import { openHeard } from './heard.ts';
import type { LiveReport } from './live-report.ts';
import type { ThreadScene } from './scene.ts';
import { openTakeUp } from './take-up.ts';

/** How often new comments are looked for, in milliseconds; while that fails, more and more rarely. */
const LISTEN_MS = 10_000;
const LONGEST_PAUSE_MS = 60_000;
/** A claim that has no answer by now may not hold back the ending, in milliseconds. */
const CLOSE_PATIENCE_MS = 3_000;

/** The ears of a Session at work. */
export interface Listening {
  /** Aborts when somebody who may has said stop. */
  readonly signal: AbortSignal;
  /** Who said it, a login. */
  stoppedBy(): string | undefined;
  /** Takes in a message of the Session's stream: it tells what the model has come to read. */
  push(message: OmniMessage): void;
  /** Nothing more is taken up. `end` tells what the Session has not got to; absent when the Session broke. Idempotent. */
  close(end?: TaskEnd): Promise<void>;
}

/**
 * Hears what is said on the Thread while the Session works: an order becomes steering, `stop` stops it. What it hears is claimed on the
 * Thread's ref, so that the run that the comment itself triggers leaves it alone.
 */
export function listen(
  { session, live }: { session: Session; live: LiveReport },
  scene: ThreadScene,
): Listening {
  const { github, house, trigger } = scene;
  const { clock, log } = house;
  const comments = openNewComments(github, { issueNumber: trigger.thread.number, after: beginning(trigger) });
  const admit = openAdmissions(github, clock);
  const heard = openHeard(live);
  const takeUp = openTakeUp({ session, heard }, scene);
  const closing = new AbortController();

  async function hearNew(): Promise<void> {
    for (const comment of await comments.read(closing.signal)) {
      const call = await hear(comment, admit, scene);
      if (call !== undefined) takeUp.note(call);
    }
    await takeUp.claim();
  }

  async function listenOn(): Promise<void> {
    for (let pause = LISTEN_MS; ; ) {
      await clock.sleep(pause, closing.signal);
      if (closing.signal.aborted) return;
      try {
        await hearNew();
        pause = LISTEN_MS;
      } catch (error) {
        if (closing.signal.aborted) return;
        pause = Math.min(2 * pause, LONGEST_PAUSE_MS);
        log.warn(`new comments are not heard for ${pause / 1000} s: ${String(error)}`);
      }
    }
  }

  const listening = listenOn();
  return {
    signal: takeUp.signal,
    stoppedBy: takeUp.stoppedBy,
    push(message) {
      if (isSteering(message)) heard.seen(live.view().turns + 1);
    },
    async close(end) {
      closing.abort();
      const settled = new AbortController();
      await Promise.race([listening, clock.sleep(CLOSE_PATIENCE_MS, settled.signal)]);
      settled.abort();
      heard.unseen(end?.undelivered?.length ?? 0);
    },
  };
}

/** Where listening begins: behind the comment that gave the order, or with the event's moment. */
function beginning(trigger: ThreadTrigger): { id: number; createdAt: string } {
  return trigger.kind === 'comment' ? trigger.comment : { id: 0, createdAt: trigger.at };
}
