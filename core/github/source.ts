import type { ThreadTrigger } from './trigger.ts';

/** What is taken on a Thread so that it is acted on once: a comment, or an event of an issue by a name of its own. */
export type Source = { commentId: number } | { event: string };

/** The same for every delivery of one event; another for the next time that a label is set. */
export function sourceOf(trigger: ThreadTrigger): Source {
  switch (trigger.kind) {
    case 'comment':
      return { commentId: trigger.comment.id };
    case 'opened':
      return { event: 'opened' };
    case 'labeled':
      return { event: `labeled ${trigger.label.toLowerCase()} ${trigger.at}` };
    case 'assigned':
      return { event: `assigned ${trigger.assignee.toLowerCase()} ${trigger.at}` };
  }
}

export function isSameSource(one: Source, other: Source): boolean {
  if ('commentId' in one) return 'commentId' in other && one.commentId === other.commentId;
  return 'event' in other && one.event === other.event;
}

/** For the log of a Thread's states. */
export function describeSource(source: Source): string {
  return 'commentId' in source ? `comment ${source.commentId}` : `event ${source.event}`;
}
