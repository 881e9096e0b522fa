/** What GitHub told us, normalised. Raw payloads end here. */
import { type Fields, fieldsOf } from './payload.ts';
import { readActor, readRepository, readThread, textIn } from './payload-parts.ts';

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

interface OnThread {
  repository: Repository;
  actor: Actor;
  thread: Thread;
}

/** `at` is when it happened: ISO-8601, empty when GitHub did not say. */
export type Trigger =
  | (OnThread & { kind: 'comment'; comment: TriggerComment })
  /** The Actor is the author. */
  | (OnThread & { kind: 'opened'; at: string })
  | (OnThread & { kind: 'labeled'; label: string; at: string })
  | (OnThread & { kind: 'assigned'; assignee: string; at: string })
  | { kind: 'dispatch'; repository: Repository; actor: Actor }
  /** Nobody in person stands behind it: it is written in a workflow on the default branch. */
  | { kind: 'schedule'; repository: Repository; cron: string }
  | { kind: 'none'; reason: string };

/** What happened on an issue or a pull request. */
export type ThreadTrigger = Extract<Trigger, OnThread>;

/** Events that start something: one row an event and its action; everything else is none of our business. */
const READERS: Record<string, (payload: Fields, home: string) => Trigger> = {
  'issue_comment.created': readComment,
  'issues.opened': readOpened,
  'issues.labeled': readLabeled,
  'issues.assigned': readAssigned,
  schedule: readSchedule,
  workflow_dispatch: readDispatch,
};

/** `home` is the full name of the repository whose workflow runs: not every event tells it. */
export function readTrigger(event: string, payload: unknown, home = ''): Trigger {
  const fields = fieldsOf(payload);
  const action = fields.text('action');
  const name = action === undefined ? event : `${event}.${action}`;
  const reader = Object.hasOwn(READERS, name) ? READERS[name] : undefined;
  return reader === undefined ? nothing(`event ${name} starts nothing`) : reader(fields, home);
}

export function threadOf(trigger: Trigger): Thread | undefined {
  return 'thread' in trigger ? trigger.thread : undefined;
}

/** The person behind it; undefined for a schedule. */
export function actorOf(trigger: Trigger): Actor | undefined {
  return 'actor' in trigger ? trigger.actor : undefined;
}

function readComment(payload: Fields): Trigger {
  const parts = readOnThread(payload, payload.at('sender'));
  const comment = payload.at('comment');
  const id = comment.id('id');
  if (parts === undefined || id === undefined) {
    return nothing('the payload names no repository, sender, issue or comment');
  }
  const createdAt = comment.text('created_at') ?? '';
  return { kind: 'comment', ...parts, comment: { id, body: textIn(comment, 'body'), createdAt } };
}

function readOpened(payload: Fields): Trigger {
  const parts = readOnThread(payload, payload.at('issue').at('user'));
  if (parts === undefined) return nothing('the payload names no repository, issue or author');
  return { kind: 'opened', ...parts, at: parts.thread.createdAt };
}

function readLabeled(payload: Fields): Trigger {
  const parts = readOnThread(payload, payload.at('sender'));
  const label = payload.at('label').text('name');
  if (parts === undefined || label === undefined) {
    return nothing('the payload names no repository, sender, issue or label');
  }
  return { kind: 'labeled', ...parts, label, at: changedAt(payload) };
}

function readAssigned(payload: Fields): Trigger {
  const parts = readOnThread(payload, payload.at('sender'));
  const assignee = payload.at('assignee').text('login');
  if (parts === undefined || assignee === undefined) {
    return nothing('the payload names no repository, sender, issue or assignee');
  }
  return { kind: 'assigned', ...parts, assignee, at: changedAt(payload) };
}

function readDispatch(payload: Fields): Trigger {
  const repository = readRepository(payload.at('repository'));
  const actor = readActor(payload.at('sender'));
  if (repository === undefined || actor === undefined) {
    return nothing('the payload names no repository or sender');
  }
  return { kind: 'dispatch', repository, actor };
}

/** Its payload may be no more than the cron expression. */
function readSchedule(payload: Fields, home: string): Trigger {
  const [login, name] = home.split('/');
  const repository =
    readRepository(payload.at('repository')) ?? readRepository(fieldsOf({ owner: { login }, name }));
  if (repository === undefined) return nothing('the payload names no repository');
  return { kind: 'schedule', repository, cron: payload.text('schedule') ?? '' };
}

function readOnThread(payload: Fields, account: Fields): OnThread | undefined {
  const repository = readRepository(payload.at('repository'));
  const actor = readActor(account);
  const thread = readThread(payload.at('issue'));
  if (repository === undefined || actor === undefined || thread === undefined) return undefined;
  return { repository, actor, thread };
}

/** A label or an assignee changes its issue: the payload shows it as of then. */
function changedAt(payload: Fields): string {
  return payload.at('issue').text('updated_at') ?? '';
}

function nothing(reason: string): Trigger {
  return { kind: 'none', reason };
}
