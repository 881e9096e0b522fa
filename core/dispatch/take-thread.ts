import { type Claim, type Holder, openThreadRef, sourceOf } from '../github/index.ts';
import { plainLine } from '../policy/index.ts';
import { newSessionId } from '../session/index.ts';
import type { Order } from './command.ts';
import { reactTo, takeBackFrom } from './reaction.ts';
import type { Scene } from './scene.ts';
import type { SessionRecord } from './session-record.ts';
import { withoutPermission } from './without-permission.ts';

const MAX_TITLE = 120;

/** Where a Session reports; undefined for a Task without a Thread. */
export type TakenThread = NonNullable<SessionRecord['thread']>;

export type Taking =
  | { kind: 'taken'; sessionId: string; thread: TakenThread | undefined }
  /** Another run handles the comment or event, or has. */
  | { kind: 'duplicate' }
  /** Another Session works on the Thread. */
  | { kind: 'busy'; holder: Holder };

/** Says 👀 and takes the comment or event and its Thread; GitHub's compare-and-swap decides between runs that come at once. */
export async function takeThread(order: Order, { github, house, trigger, redact }: Scene): Promise<Taking> {
  const sessionId = newSessionId(house.clock.now(), house.newId());
  if (!('thread' in trigger)) return { kind: 'taken', sessionId, thread: undefined };
  const source = sourceOf(trigger);
  const thread: TakenThread = {
    number: trigger.thread.number,
    ...(trigger.kind === 'comment' ? { commandId: trigger.comment.id } : {}),
  };
  const holder: Holder = {
    sessionId,
    runId: house.run.id,
    runAttempt: house.run.attempt,
    title: redact.text(plainLine(order.title, MAX_TITLE)),
    since: house.clock.now().toISOString(),
  };
  const [eyes, claim] = await Promise.all([
    withoutPermission(house.log, 'no 👀', () => reactTo(github, thread, 'eyes')),
    openThreadRef(github, thread.number).claim({ ...source, holder, lock: true }),
  ]);
  if (claim.kind === 'claimed') {
    return { kind: 'taken', sessionId, thread: { ...thread, ...(eyes === undefined ? {} : { eyes }) } };
  }
  if (eyes !== undefined && !isAtWork(claim)) {
    await withoutPermission(house.log, 'the 👀 stays', () => takeBackFrom(github, thread, eyes));
  }
  return claim;
}

/** Whether the 👀 on the comment is that of a run which still works on it. */
function isAtWork(claim: Claim): boolean {
  return claim.kind === 'duplicate' && claim.working;
}
