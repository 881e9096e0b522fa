import type { GitHub } from './client.ts';
import { type Comment, listComments } from './comment.ts';
import { type Permission, permissionOf } from './permission.ts';
import { listReviewComments } from './review-comment.ts';
import type { Actor, Thread, ThreadTrigger } from './trigger.ts';

/** The newest comments are read by the model; a Thread's older ones are only counted. */
const MAX_COMMENTS = 50;
const MAX_COMMENT_CHARS = 8_000;
const MAX_BODY_CHARS = 32_000;
/** One request each; authors beyond are labelled `unknown`. */
const MAX_AUTHORS = 20;

/** Somebody's words on the Thread, labelled by author and permission. */
export interface Material {
  label: string;
  author: string;
  permission: Permission;
  at: string;
  text: string;
}

export interface ThreadMaterial {
  material: Material[];
  /** What was left out, and why. */
  notes: string[];
}

type Remark = Comment & { label: 'comment' | 'review comment' };

/**
 * The Thread as it was when the order was given: what was written or edited afterwards is left out, because the person who gave the
 * order has not seen it.
 */
export async function readThreadMaterial(
  github: GitHub,
  trigger: ThreadTrigger,
  isOwn: (comment: Comment) => boolean,
): Promise<ThreadMaterial> {
  const { thread } = trigger;
  const { remarks, truncated } = await listRemarks(github, thread);
  const earlier = remarks.filter((remark) => isEarlier(remark, trigger) && !isOwn(remark));
  const unchanged = earlier.filter((remark) => !editedSince(remark, momentOf(trigger)));
  const shown = unchanged.slice(-MAX_COMMENTS);
  const permissions = await permissionsOf(github, [thread.author, ...shown.map(({ author }) => author)]);
  const quote = (label: string, author: Actor | undefined, at: string, text: string): Material => ({
    label,
    author: author?.login ?? 'ghost',
    permission: permissions.get(author?.id) ?? 'unknown',
    at,
    text,
  });
  const { author, createdAt } = thread;
  const name = nameOf(thread);
  return {
    material: [
      quote(`${name}, title`, author, createdAt, thread.title),
      quote(`${name}, body`, author, createdAt, clip(thread.body, MAX_BODY_CHARS)),
      ...shown.map((remark) =>
        quote(remark.label, remark.author, remark.createdAt, clip(remark.body, MAX_COMMENT_CHARS)),
      ),
    ],
    notes: [
      ...leftOut(earlier.length - unchanged.length, 'edited after the command was given'),
      ...leftOut(unchanged.length - shown.length, `older than the newest ${MAX_COMMENTS}`),
      ...(truncated ? ['the Thread has more comments than are read'] : []),
    ],
  };
}

/** What a Thread is called before the model. */
export function nameOf({ kind, number }: Pick<Thread, 'kind' | 'number'>): string {
  return `${kind === 'issue' ? 'issue' : 'pull request'} #${number}`;
}

/** What was said on the Thread and, on a pull request, on lines of its diff; oldest first. */
async function listRemarks(
  github: GitHub,
  { kind, number }: Thread,
): Promise<{ remarks: Remark[]; truncated: boolean }> {
  const none = { comments: [], truncated: false };
  const [said, reviewed] = await Promise.all([
    listComments(github, number),
    kind === 'pull_request' ? listReviewComments(github, number) : none,
  ]);
  const remarks: Remark[] = [
    ...said.comments.map((comment) => ({ ...comment, label: 'comment' as const })),
    ...reviewed.comments.map((comment) => ({ ...comment, label: 'review comment' as const })),
  ];
  remarks.sort((one, other) => Date.parse(one.createdAt) - Date.parse(other.createdAt));
  return { remarks, truncated: said.truncated || reviewed.truncated };
}

/** Comments are counted up, so that those of the command's own second have an order; for others the second counts as later. */
function isEarlier({ label, id, createdAt }: Remark, trigger: ThreadTrigger): boolean {
  if (trigger.kind === 'comment' && label === 'comment') return id < trigger.comment.id;
  return Date.parse(createdAt) < Date.parse(momentOf(trigger));
}

/**
 * An edit in the very second of the order counts as later: what came first within a second is not known. So does every edit when a
 * time is not known.
 */
function editedSince({ createdAt, updatedAt }: Comment, moment: string): boolean {
  return updatedAt !== createdAt && !(Date.parse(updatedAt) < Date.parse(moment));
}

function momentOf(trigger: ThreadTrigger): string {
  return trigger.kind === 'comment' ? trigger.comment.createdAt : trigger.at;
}

function leftOut(count: number, why: string): string[] {
  return count === 0 ? [] : [`${count} comment${count === 1 ? ' is' : 's are'} left out: ${why}`];
}

function clip(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, max)}\n[cut: ${text.length - max} more characters]`;
}

async function permissionsOf(
  github: GitHub,
  authors: (Actor | undefined)[],
): Promise<Map<number | undefined, Permission>> {
  const distinct = new Map(authors.flatMap((author) => (author === undefined ? [] : [[author.id, author]])));
  const asked = [...distinct.values()].slice(0, MAX_AUTHORS);
  const answers = await Promise.all(
    asked.map(
      async (author): Promise<[number, Permission]> => [author.id, await permissionOf(github, author)],
    ),
  );
  return new Map(answers);
}
