import type { Admission, Comment } from '../github/index.ts';
import { isOurMarker } from '../render/index.ts';
import type { Order } from './command.ts';
import { isStop } from './commands/stop.ts';
import { type GivenControl, type OrderReading, readOrder } from './read-order.ts';
import type { CommentTrigger, ThreadScene } from './scene.ts';

/** What a comment says to the run that works on its Thread. */
export type Call =
  | { kind: 'steer'; trigger: CommentTrigger; url: string; order: Order; context: string }
  /** At least one of the commands is `stop`. */
  | { kind: 'stop'; trigger: CommentTrigger; commands: readonly GivenControl[] };

/**
 * Reads a new comment as the run that it triggers would. Undefined when it is nothing to a run at work: nobody's order, or one that its
 * own run answers, with a refusal too. Edited comments are left out, because nobody's permission covers somebody else's edit.
 */
export async function hear(
  comment: Comment,
  admit: (actor: CommentTrigger['actor']) => Promise<Admission>,
  { trigger: { repository, thread }, house }: ThreadScene,
): Promise<Call | undefined> {
  const { author, url } = comment;
  if (author?.type !== 'User' || comment.updatedAt !== comment.createdAt || isOurMarker(comment.body)) {
    return undefined;
  }
  const trigger: CommentTrigger = { kind: 'comment', repository, thread, actor: author, comment };
  const call = callOf(readOrder(trigger, house.inputs), trigger, url);
  if (call === undefined) return undefined;
  return (await admit(author)).kind === 'admitted' ? call : undefined;
}

function callOf(order: OrderReading, trigger: CommentTrigger, url: string): Call | undefined {
  switch (order.kind) {
    case 'task':
      return { kind: 'steer', trigger, url, order: order.order, context: order.context };
    case 'controls':
      return order.commands.some(isStop) ? { kind: 'stop', trigger, commands: order.commands } : undefined;
    case 'none':
    case 'unclear':
      return undefined;
  }
}
