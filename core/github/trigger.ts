/** What GitHub told us, normalised. Raw payloads end here. */
import { type Fields, fieldsOf } from './payload.ts';

export interface Actor {
  login: string;
  /** Numeric and never reused, unlike a login. */
  id: number;
  type: string;
}

export interface Repository {
  owner: string;
  repo: string;
  defaultBranch: string;
  private: boolean;
}

/** An issue or a pull request, as it was when the event happened. */
export interface Thread {
  kind: 'issue' | 'pull_request';
  number: number;
  title: string;
  body: string;
  /** Missing when the account is gone. */
  author: Actor | undefined;
  createdAt: string;
}

export interface TriggerComment {
  id: number;
  body: string;
  createdAt: string;
}

export type Trigger =
  | { kind: 'comment'; repository: Repository; actor: Actor; thread: Thread; comment: TriggerComment }
  | { kind: 'dispatch'; repository: Repository; actor: Actor }
  | { kind: 'none'; reason: string };

/** Events that start something: one row an event and its action; everything else is none of our business. */
const READERS: Record<string, (payload: Fields) => Trigger> = {
  'issue_comment.created': readComment,
  workflow_dispatch: readDispatch,
};

export function readTrigger(event: string, payload: unknown): Trigger {
  const fields = fieldsOf(payload);
  const action = fields.text('action');
  const name = action === undefined ? event : `${event}.${action}`;
  const reader = Object.hasOwn(READERS, name) ? READERS[name] : undefined;
  return reader === undefined ? { kind: 'none', reason: `event ${name} starts nothing` } : reader(fields);
}

function readComment(payload: Fields): Trigger {
  const repository = readRepository(payload.at('repository'));
  const actor = readActor(payload.at('sender'));
  const thread = readThread(payload.at('issue'));
  const comment = payload.at('comment');
  const id = comment.number('id');
  if (repository === undefined || actor === undefined || thread === undefined || id === undefined) {
    return { kind: 'none', reason: 'the payload names no repository, sender, issue or comment' };
  }
  const createdAt = comment.text('created_at') ?? '';
  return {
    kind: 'comment',
    repository,
    actor,
    thread,
    comment: { id, body: comment.text('body') ?? '', createdAt },
  };
}

function readDispatch(payload: Fields): Trigger {
  const repository = readRepository(payload.at('repository'));
  const actor = readActor(payload.at('sender'));
  if (repository === undefined || actor === undefined) {
    return { kind: 'none', reason: 'the payload names no repository or sender' };
  }
  return { kind: 'dispatch', repository, actor };
}

function readRepository(repository: Fields): Repository | undefined {
  const owner = repository.at('owner').text('login');
  const repo = repository.text('name');
  if (owner === undefined || repo === undefined) return undefined;
  return {
    owner,
    repo,
    defaultBranch: repository.text('default_branch') ?? 'main',
    private: repository.flag('private'),
  };
}

function readThread(issue: Fields): Thread | undefined {
  const number = issue.number('number');
  if (number === undefined) return undefined;
  return {
    kind: issue.has('pull_request') ? 'pull_request' : 'issue',
    number,
    title: issue.text('title') ?? '',
    body: issue.text('body') ?? '',
    author: readActor(issue.at('user')),
    createdAt: issue.text('created_at') ?? '',
  };
}

function readActor(user: Fields): Actor | undefined {
  const login = user.text('login');
  const id = user.number('id');
  if (login === undefined || id === undefined) return undefined;
  return { login, id, type: user.text('type') ?? 'unknown' };
}
