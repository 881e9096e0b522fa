import type { BlobStorage } from '../artifacts/blob-storage.ts';
import type { BareGit } from '../git/bare.ts';

/** What a person holds on a repository; `maintain` and `triage` are reported as `write` and `read`. */
export type Role = 'admin' | 'maintain' | 'write' | 'triage' | 'read' | 'none';

export interface Account {
  readonly id: number;
  readonly login: string;
  readonly type: 'User' | 'Bot' | 'Organization';
}

export interface App {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
}

export const REACTIONS = ['+1', '-1', 'laugh', 'confused', 'heart', 'hooray', 'rocket', 'eyes'] as const;
export type ReactionContent = (typeof REACTIONS)[number];

export interface Reaction {
  readonly id: number;
  readonly content: ReactionContent;
  readonly account: Account;
  readonly createdAt: string;
}

export interface Comment {
  readonly id: number;
  readonly issueNumber: number;
  readonly author: Account;
  /** The App whose token wrote it, if one did. */
  readonly app: App | undefined;
  readonly createdAt: string;
  body: string;
  updatedAt: string;
  /** Every body it has had, the first as it was created, the last as it is. */
  readonly edits: { at: string; body: string }[];
  readonly reactions: Reaction[];
}

export interface Issue {
  readonly id: number;
  readonly number: number;
  readonly author: Account;
  readonly app: App | undefined;
  readonly createdAt: string;
  title: string;
  body: string | null;
  state: 'open' | 'closed';
  stateReason: string | null;
  locked: boolean;
  updatedAt: string;
  closedAt: string | null;
  labels: string[];
  assignees: Account[];
  readonly comments: Comment[];
  readonly reactions: Reaction[];
  /** Set when the issue is a pull request. */
  readonly pull: PullRequest | undefined;
}

export interface PullRequest {
  /** Where the head branch lives: the same repository, or a fork. */
  readonly headRepository: Repository;
  readonly head: string;
  base: string;
  draft: boolean;
  /** The head commit, kept when the branch goes away. */
  headSha: string;
  /** Set when it was merged; its issue is closed then. */
  mergedAt: string | null;
  readonly reviewComments: ReviewComment[];
}

/** A comment on a line of a pull request's diff. */
export interface ReviewComment {
  readonly id: number;
  readonly author: Account;
  readonly createdAt: string;
  updatedAt: string;
  body: string;
  readonly path: string;
  readonly line: number;
  readonly hunk: string;
  readonly commitSha: string;
}

type CheckConclusion =
  | 'action_required'
  | 'cancelled'
  | 'failure'
  | 'neutral'
  | 'success'
  | 'skipped'
  | 'stale'
  | 'timed_out';

export interface CheckRun {
  readonly id: number;
  readonly app: App;
  readonly headSha: string;
  name: string;
  status: string;
  conclusion: CheckConclusion | null;
  externalId: string;
  detailsUrl: string | null;
  startedAt: string;
  completedAt: string | null;
  output: { title: string | null; summary: string | null; text: string | null };
  annotations: Record<string, unknown>[];
  /** The buttons; GitHub never tells them back, tests read them here. */
  actions: { label: string; description: string; identifier: string }[];
}

export type RunConclusion = 'success' | 'failure' | 'cancelled';

export interface WorkflowRun {
  readonly id: number;
  readonly number: number;
  readonly repository: Repository;
  readonly workflow: Workflow;
  readonly event: string;
  readonly headBranch: string;
  readonly headSha: string;
  readonly actor: Account;
  readonly createdAt: string;
  /** Inputs of a `workflow_dispatch`. */
  readonly inputs: Record<string, unknown>;
  attempt: number;
  /** Who started this attempt: on a re-run not the actor. */
  triggeringActor: Account;
  status: 'queued' | 'in_progress' | 'completed';
  conclusion: RunConclusion | null;
  updatedAt: string;
  /** Called when the run is cancelled by API; a runner sets it to signal its process. */
  onCancel: (() => void) | undefined;
}

export interface Workflow {
  readonly id: number;
  readonly path: string;
}

export interface Artifact {
  readonly id: number;
  readonly name: string;
  readonly run: WorkflowRun;
  readonly mimeType: string;
  readonly createdAt: string;
  readonly expiresAt: string;
  /** The bytes once the upload is finalised: a zip, or the file itself where it was uploaded without one. */
  content: Buffer | undefined;
  /** `sha256:` and the hex digest of the content. */
  digest: string | undefined;
}

export interface Repository {
  readonly id: number;
  readonly owner: Account;
  readonly name: string;
  readonly fullName: string;
  readonly defaultBranch: string;
  readonly git: BareGit;
  readonly createdAt: string;
  readonly source: Repository | undefined;
  private: boolean;
  allowActionsToCreatePullRequests: boolean;
  readonly protectedBranches: Set<string>;
  readonly roles: Map<Account, Role>;
  readonly issues: Map<number, Issue>;
  readonly checks: Map<number, CheckRun>;
  readonly runs: Map<number, WorkflowRun>;
  readonly workflows: Map<string, Workflow>;
  readonly artifacts: Map<number, Artifact>;
}

/** Rights of an installation token. What is not named is `none`; metadata can always be read. */
export type Permissions = Partial<Record<PermissionScope, 'read' | 'write' | 'none'>>;
export type PermissionScope = 'actions' | 'checks' | 'contents' | 'issues' | 'pull_requests';

/** Whom a token speaks for. */
export type Caller =
  | { kind: 'anonymous' }
  | { kind: 'user'; account: Account }
  | { kind: 'installation'; account: Account; app: App; repository: Repository; permissions: Permissions };

/** Everything that one loopback GitHub holds. Keys of accounts and repositories are lower case, as GitHub compares them. */
export interface World {
  readonly folder: string;
  readonly accounts: Map<string, Account>;
  readonly repositories: Map<string, Repository>;
  readonly tokens: Map<string, Caller>;
  /** What this server was asked and cannot do, or answered and GitHub would not: a test asserts that it is empty. */
  readonly faults: string[];
  /** Requests so far, by Authorization header. */
  readonly used: Map<string, number>;
  readonly storage: BlobStorage;
  readonly dispatchListeners: ((run: WorkflowRun) => void)[];
  apiUrl: string;
  serverUrl: string;
  now(): Date;
  nextId(): number;
}

/** A time as GitHub writes it: UTC, whole seconds. */
export function timestamp(world: World): string {
  return wholeSeconds(world.now());
}

export function wholeSeconds(time: Date): string {
  return time.toISOString().replace(/\.\d+Z$/, 'Z');
}
