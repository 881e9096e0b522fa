import { type Claim, type Holder, openThreadRef, react, takeBack } from '../github/index.ts';
import { plainLine } from '../policy/index.ts';
import { newSessionId } from '../session/index.ts';
import type { Order } from './command.ts';
import { openPatience } from './patience.ts';
import { type CommentScene, isOnThread, type Scene } from './scene.ts';
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
 * Says 👀 and takes the comment and its Thread; GitHub's compare-and-swap decides between runs that come at once. On a busy Thread the
 * comment is the holder's to hear: we wait until it has, or ends, or a minute has passed.
 */
export async function takeThread(order: Order, scene: Scene): Promise<Taking> {
  const { github, house } = scene;
  const sessionId = newSessionId(house.clock.now(), house.newId());
  if (!isOnThread(scene)) return { kind: 'taken', sessionId, thread: undefined };
  const { thread, comment } = scene.trigger;
  const [eyes, settled] = await Promise.all([
    withoutPermission(house.log, 'no 👀 on the comment', () => react(github, comment.id, 'eyes')),
    settle(claimer(order, sessionId, scene), scene),
  ]);
  if (settled.kind === 'claimed') {
    const taken = { number: thread.number, commandId: comment.id };
    return { kind: 'taken', sessionId, thread: { ...taken, ...(eyes === undefined ? {} : { eyes }) } };
  }
  if (eyes !== undefined && !isAtWork(settled)) {
    await withoutPermission(house.log, 'the 👀 stays', () => takeBack(github, comment.id, eyes));
  }
  return settled;
}

/** Claims the comment, with the Thread or without. */
type ClaimComment = (lock: boolean) => Promise<Claim>;

function claimer(
  order: Order,
  sessionId: string,
  { trigger, github, house, redact }: CommentScene,
): ClaimComment {
  const threadRef = openThreadRef(github, trigger.thread.number);
  return (lock) => {
    const holder = {
      sessionId,
      runId: house.run.id,
      runAttempt: house.run.attempt,
      title: redact.text(plainLine(order.title, MAX_TITLE)),
      since: house.clock.now().toISOString(),
    };
    return threadRef.claim({ commentId: trigger.comment.id, holder, lock });
  };
}

async function settle(claim: ClaimComment, scene: CommentScene): Promise<Settled> {
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
async function giveUp(claim: ClaimComment): Promise<Settled> {
  const busy = await claim(true);
  if (busy.kind !== 'busy') return busy;
  const alone = await claim(false);
  return alone.kind === 'claimed' ? busy : alone;
}

/** Whether the 👀 on the comment is that of a run which still works on it. */
function isAtWork(settled: Settled): boolean {
  return settled.kind === 'duplicate' && settled.working;
}
