import { type Claim, type Holder, openThreadRef, sourceOf } from '../github/index.ts';
import { plainLine } from '../policy/index.ts';
import { newSessionId } from '../session/index.ts';
import type { Order } from './command.ts';
import { openPatience } from './patience.ts';
import { reactTo, takeBackFrom } from './reaction.ts';
import { isOnComment, isOnThread, type Scene, type ThreadScene } from './scene.ts';
import type { SessionRecord } from './session-record.ts';
import { withoutPermission } from './without-permission.ts';

const MAX_TITLE = 120;

/** Where a Session reports; undefined for a Task without a Thread. */
export type TakenThread = NonNullable<SessionRecord['thread']>;

export type Taking =
  | { kind: 'taken'; sessionId: string; thread: TakenThread | undefined }
  | Exclude<Settled, { kind: 'claimed' }>;

/** How the race for a comment and its Thread ended. */
type Settled =
  | { kind: 'claimed' }
  /** Another run handles the comment (`working`), or has. */
  | { kind: 'duplicate'; working: boolean }
  /** Another Session works on the Thread, and has not taken up the comment: its answer is ours. */
  | { kind: 'busy'; holder: Holder }
  /** We were cancelled while we waited. */
  | { kind: 'cancelled' };

/**
 * Says 👀 and takes the comment or event and its Thread; GitHub's compare-and-swap decides between runs that come at once. On a busy Thread a
 * comment is the holder's to hear: we wait until it has, or ends, or a minute has passed.
 */
export async function takeThread(order: Order, scene: Scene): Promise<Taking> {
  const { github, house } = scene;
  const sessionId = newSessionId(house.clock.now(), house.newId());
  if (!isOnThread(scene)) return { kind: 'taken', sessionId, thread: undefined };
  const place = placeOf(scene);
  const [eyes, settled] = await Promise.all([
    withoutPermission(house.log, 'no 👀', () => reactTo(github, place, 'eyes')),
    settle(claimer(order, sessionId, scene), scene),
  ]);
  if (settled.kind === 'claimed') {
    return { kind: 'taken', sessionId, thread: { ...place, ...(eyes === undefined ? {} : { eyes }) } };
  }
  if (eyes !== undefined && !isAtWork(settled)) {
    await withoutPermission(house.log, 'the 👀 stays', () => takeBackFrom(github, place, eyes));
  }
  return settled;
}

function placeOf({ trigger }: ThreadScene): TakenThread {
  const { number } = trigger.thread;
  return trigger.kind === 'comment' ? { number, commandId: trigger.comment.id } : { number };
}

/** Claims the comment or event, with the Thread or without. */
type ClaimSource = (lock: boolean) => Promise<Claim>;

function claimer(
  order: Order,
  sessionId: string,
  { trigger, github, house, redact }: ThreadScene,
): ClaimSource {
  const threadRef = openThreadRef(github, trigger.thread.number);
  return (lock) => {
    const holder = {
      sessionId,
      runId: house.run.id,
      runAttempt: house.run.attempt,
      title: redact.text(plainLine(order.title, MAX_TITLE)),
      since: house.clock.now().toISOString(),
    };
    return threadRef.claim({ ...sourceOf(trigger), holder, lock });
  };
}

async function settle(claim: ClaimSource, scene: ThreadScene): Promise<Settled> {
  // Who sets a label on an issue that is worked on asks for nothing new.
  if (!isOnComment(scene)) return claim(true);
  const patience = openPatience(scene);
  for (let found = await claim(true); ; found = await claim(true)) {
    if (found.kind !== 'busy') return found;
    const turn = await patience.wait();
    switch (turn.kind) {
      case 'heard':
        return { kind: 'duplicate', working: true };
      case 'cancelled':
        return turn;
      case 'silent':
        return giveUp(claim);
      case 'free':
        continue;
    }
  }
}

/** Once more with the Thread, whose holder may have died without a word; else the comment alone, so that nobody but us answers it. */
async function giveUp(claim: ClaimSource): Promise<Settled> {
  const busy = await claim(true);
  if (busy.kind !== 'busy') return busy;
  const alone = await claim(false);
  return alone.kind === 'claimed' ? busy : alone;
}

/** Whether the 👀 on the comment is that of a run which still works on it. */
function isAtWork(settled: Settled): boolean {
  return settled.kind === 'duplicate' && settled.working;
}
