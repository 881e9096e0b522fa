import { notFound, Refusal, validationFailed } from './refusal.ts';
import {
  type Account,
  type App,
  type Comment,
  type Issue,
  type PullRequest,
  type Reaction,
  type ReactionContent,
  type Repository,
  timestamp,
  type World,
} from './state.ts';

/** GitHub's limit for the body of an issue, a pull request or a comment, in code points. */
const BODY_LIMIT = 65_536;
const TITLE_LIMIT = 256;

export interface Author {
  account: Account;
  app?: App | undefined;
}

export interface NewIssue {
  title: string;
  body?: string | null | undefined;
  labels?: readonly string[] | undefined;
  assignees?: readonly Account[] | undefined;
  pull?: PullRequest | undefined;
}

export function openIssue(world: World, repository: Repository, author: Author, given: NewIssue): Issue {
  const body = given.body ?? null;
  checkIssueText(given.title, body);
  const issue: Issue = {
    id: world.nextId(),
    number: repository.issues.size + 1,
    author: author.account,
    app: author.app,
    createdAt: timestamp(world),
    updatedAt: timestamp(world),
    closedAt: null,
    title: given.title,
    body,
    state: 'open',
    stateReason: null,
    locked: false,
    labels: [...(given.labels ?? [])],
    assignees: [...(given.assignees ?? [])],
    comments: [],
    reactions: [],
    pull: given.pull,
  };
  repository.issues.set(issue.number, issue);
  return issue;
}

export interface IssueChange {
  title?: string | null | undefined;
  body?: string | null | undefined;
  state?: 'open' | 'closed' | undefined;
  stateReason?: string | null | undefined;
}

export function changeIssue(world: World, issue: Issue, change: IssueChange): void {
  const title = change.title ?? issue.title;
  const body = change.body === undefined ? issue.body : change.body;
  checkIssueText(title, body);
  Object.assign(issue, { title, body, updatedAt: timestamp(world) });
  if (change.state !== undefined && change.state !== issue.state) {
    issue.state = change.state;
    issue.stateReason = change.stateReason ?? (change.state === 'closed' ? 'completed' : 'reopened');
    issue.closedAt = change.state === 'closed' ? timestamp(world) : null;
  }
}

function checkIssueText(title: string, body: string | null): void {
  if (title.trim() === '') {
    throw validationFailed({ resource: 'Issue', code: 'missing_field', field: 'title' });
  }
  if (length(title) > TITLE_LIMIT) throw tooLong('Issue', 'title', TITLE_LIMIT);
  if (length(body ?? '') > BODY_LIMIT) throw tooLong('Issue', 'body', BODY_LIMIT);
}

export function addComment(world: World, issue: Issue, author: Author, body: string): Comment {
  checkCommentBody(body);
  const at = timestamp(world);
  const comment: Comment = {
    id: world.nextId(),
    issueNumber: issue.number,
    author: author.account,
    app: author.app,
    createdAt: at,
    updatedAt: at,
    body,
    edits: [{ at, body }],
    reactions: [],
  };
  issue.comments.push(comment);
  issue.updatedAt = at;
  return comment;
}

export function editComment(world: World, comment: Comment, body: string): void {
  checkCommentBody(body);
  const at = timestamp(world);
  comment.body = body;
  comment.updatedAt = at;
  comment.edits.push({ at, body });
}

function checkCommentBody(body: string): void {
  const refuse = (message: string) =>
    validationFailed({ resource: 'IssueComment', code: 'unprocessable', field: 'data', message });
  if (body.trim() === '') throw refuse("Body can't be blank");
  if (length(body) > BODY_LIMIT) throw refuse(`Body is too long (maximum is ${BODY_LIMIT} characters)`);
}

/** Adds a reaction, once a person and content: a second one is the first, as `existing`. */
export function react(
  world: World,
  reactions: Reaction[],
  account: Account,
  content: ReactionContent,
): { reaction: Reaction; existing: boolean } {
  const old = reactions.find((reaction) => reaction.account === account && reaction.content === content);
  if (old !== undefined) return { reaction: old, existing: true };
  const reaction = { id: world.nextId(), content, account, createdAt: timestamp(world) };
  reactions.push(reaction);
  return { reaction, existing: false };
}

export function findIssue(repository: Repository, number: number): Issue {
  const issue = repository.issues.get(number);
  if (issue === undefined) throw notFound();
  return issue;
}

export function findComment(repository: Repository, id: number): Comment {
  const comments = [...repository.issues.values()].flatMap((issue) => issue.comments);
  const comment = comments.find((candidate) => candidate.id === id);
  if (comment === undefined) throw notFound();
  return comment;
}

export function refuseLocked(issue: Issue, what: 'comment' | 'reaction'): void {
  if (issue.locked) throw new Refusal(403, `Unable to create ${what} because issue is locked.`);
}

function tooLong(resource: string, field: string, limit: number): Refusal {
  const message = `${field} is too long (maximum is ${limit} characters)`;
  return validationFailed({ resource, code: 'custom', field, message });
}

function length(text: string): number {
  return [...text].length;
}
