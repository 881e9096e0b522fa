import type { GitHub } from './client.ts';
import { type Comment, listComments } from './comment.ts';
import { type Permission, permissionOf } from './permission.ts';
import type { Actor, Thread, TriggerComment } from './trigger.ts';

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

/**
 * The Thread as it was when the command was given: what was written or edited afterwards is left out, because the person who gave the
 * command has not seen it.
 */
export async function readThreadMaterial(
  github: GitHub,
  thread: Thread,
  command: TriggerComment,
  isOwn: (comment: Comment) => boolean,
): Promise<ThreadMaterial> {
  const { comments, truncated } = await listComments(github, thread.number);
  const earlier = comments.filter((comment) => comment.id < command.id && !isOwn(comment));
  const unchanged = earlier.filter((comment) => !editedSince(comment, command.createdAt));
  const shown = unchanged.slice(-MAX_COMMENTS);
  const permissions = await permissionsOf(github, [thread.author, ...shown.map(({ author }) => author)]);
  const name = thread.kind === 'issue' ? 'issue' : 'pull request';
  const quote = (label: string, author: Actor | undefined, at: string, text: string): Material => ({
    label,
    author: author?.login ?? 'ghost',
    permission: permissions.get(author?.id) ?? 'unknown',
    at,
    text,
  });
  return {
    material: [
      quote(`${name} #${thread.number}, title`, thread.author, thread.createdAt, thread.title),
      quote(
        `${name} #${thread.number}, body`,
        thread.author,
        thread.createdAt,
        clip(thread.body, MAX_BODY_CHARS),
      ),
      ...shown.map(({ author, createdAt, body }) =>
        quote('comment', author, createdAt, clip(body, MAX_COMMENT_CHARS)),
      ),
    ],
    notes: [
      ...leftOut(earlier.length - unchanged.length, 'edited after the command was given'),
      ...leftOut(unchanged.length - shown.length, `older than the newest ${MAX_COMMENTS}`),
      ...(truncated ? ['the Thread has more comments than are read'] : []),
    ],
  };
}

/**
 * An edit in the very second of the command counts as later: the order within a second is not known. So does every edit when a time
 * is not known.
 */
function editedSince({ createdAt, updatedAt }: Comment, moment: string): boolean {
  return updatedAt !== createdAt && !(Date.parse(updatedAt) < Date.parse(moment));
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
