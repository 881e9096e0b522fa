import { beginArtifact, finishArtifact } from './artifacts/artifact.ts';
import { listRefs, readRef } from './git/refs.ts';
import { type PayloadParts, payload } from './webhooks.ts';
import { ACTIONS_APP, ACTIONS_BOT, addAccount, type NewAccount } from './world/accounts.ts';
import {
  addReviewComment,
  findPull,
  followHeads,
  type NewPull,
  type NewReviewComment,
  openPull,
  type PullIssue,
} from './world/pulls.ts';
import { addRepository, commitFiles, type FileCommit, type NewRepository } from './world/repositories.ts';
import { addRun, completeRun, findRun, type NewRun, startRun } from './world/runs.ts';
import type {
  Account,
  Comment,
  Issue,
  Permissions,
  Repository,
  ReviewComment,
  RunConclusion,
  WorkflowRun,
  World,
} from './world/state.ts';
import { addComment, editComment, findIssue, type NewIssue, openIssue } from './world/threads.ts';
import { mintRuntimeToken, mintUserToken, mintWorkflowToken } from './world/tokens.ts';

/** What a test sets up and looks at, past the API and its checks. People are named by login. */
export interface Stage {
  addUser(login: string, given?: NewAccount): Account;
  addRepository(given: NewRepository): Promise<StagedRepository>;
  /** Throws when there is none of this full name. */
  repository(fullName: string): StagedRepository;
  /** Called for each run that a `workflow_dispatch` queues. */
  onDispatch(listener: (run: WorkflowRun) => void): void;
  readonly tokens: {
    /** A GITHUB_TOKEN: `github-actions[bot]` with these permissions, on this repository. */
    workflow(given: { repository: string; permissions: Permissions }): string;
    user(login: string): string;
    /** ACTIONS_RUNTIME_TOKEN of a run. */
    runtime(run: WorkflowRun, job?: string): string;
  };
}

export interface StagedRepository extends Repository {
  issue(number: number): Issue;
  pull(number: number): PullIssue;
  run(id: number): WorkflowRun;
  openIssue(given: NewIssue & { by: string }): Issue;
  comment(number: number, given: { by: string; body: string }): Comment;
  /** Changes a comment's body, as a person does by the page. */
  edit(comment: Comment, body: string): void;
  openPull(given: NewPull & { by: string }): Promise<PullIssue>;
  /** A comment on a line of a pull request's diff. */
  review(number: number, given: NewReviewComment & { by: string }): ReviewComment;
  addRun(given: NewRun): Promise<WorkflowRun>;
  startRun(run: WorkflowRun): void;
  completeRun(run: WorkflowRun, conclusion: RunConclusion): void;
  /** Adds an artifact as a run's upload would, and gives its id. */
  addArtifact(run: WorkflowRun, name: string, content: Buffer): number;
  /** Commits files to a branch, without a push's checks. Returns the commit. */
  commit(change: FileCommit): Promise<string>;
  /** The commit of a full ref name such as `refs/heads/main`. */
  ref(name: string): Promise<string | undefined>;
  /** Commits by full ref name. */
  refs(prefix: string): Promise<Record<string, string>>;
  /** A file's text at a revision, the default branch unless given. */
  file(path: string, revision?: string): Promise<string | undefined>;
  payload(parts: PayloadParts): Record<string, unknown>;
}

export function stage(world: World): Stage {
  const staged = new Map<string, StagedRepository>();
  const repository = (fullName: string) => {
    const found = staged.get(fullName.toLowerCase());
    if (found === undefined) throw new Error(`there is no repository ${fullName}: add it with addRepository`);
    return found;
  };
  return {
    repository,
    addUser: (login, given) => addAccount(world, login, given),
    async addRepository(given) {
      const added = await addRepository(world, given);
      // One object, so that a test and the server look at the same state.
      const whole = Object.assign(added, threadsOf(world, added), gitOf(world, added), runsOf(world, added));
      staged.set(whole.fullName.toLowerCase(), whole);
      return whole;
    },
    onDispatch: (listener) => void world.dispatchListeners.push(listener),
    tokens: {
      workflow: ({ repository: name, permissions }) =>
        mintWorkflowToken(world, repository(name), permissions),
      user: (login) => mintUserToken(world, login),
      runtime: (run, job = 'penguin') => mintRuntimeToken(run, job),
    },
  };
}

function threadsOf(world: World, repository: Repository) {
  const author = (login: string) => {
    const account = addAccount(world, login);
    return { account, app: account === ACTIONS_BOT ? ACTIONS_APP : undefined };
  };
  return {
    issue: (number: number) => findIssue(repository, number),
    pull: (number: number) => findPull(repository, number),
    openIssue: ({ by, ...given }: NewIssue & { by: string }) =>
      openIssue(world, repository, author(by), given),
    comment: (number: number, { by, body }: { by: string; body: string }) =>
      addComment(world, findIssue(repository, number), author(by), body),
    edit: (comment: Comment, body: string) => editComment(world, comment, body),
    openPull: ({ by, ...given }: NewPull & { by: string }) => openPull(world, repository, author(by), given),
    review: (number: number, { by, ...given }: NewReviewComment & { by: string }) =>
      addReviewComment(world, findPull(repository, number), author(by), given),
    payload: (parts: PayloadParts) => payload(world, repository, parts),
  };
}

function gitOf(world: World, repository: Repository) {
  const { git, defaultBranch } = repository;
  return {
    async commit(change: FileCommit) {
      const sha = await commitFiles(world, repository, change);
      await followHeads(world);
      return sha;
    },
    ref: (name: string) => readRef(git, name),
    async refs(prefix: string) {
      const found = await listRefs(git, prefix);
      return Object.fromEntries(found.map(({ ref, sha }) => [ref, sha]));
    },
    async file(path: string, revision = `refs/heads/${defaultBranch}`) {
      return (await git.object(`${revision}:${path}`))?.content.toString('utf8');
    },
  };
}

function runsOf(world: World, repository: Repository) {
  return {
    run: (id: number) => findRun(repository, id),
    addRun: (given: NewRun) => addRun(world, repository, given),
    startRun: (run: WorkflowRun) => startRun(world, run),
    completeRun: (run: WorkflowRun, conclusion: RunConclusion) => completeRun(world, run, conclusion),
    addArtifact(run: WorkflowRun, name: string, content: Buffer) {
      const artifact = beginArtifact(world, { run, name, mimeType: 'application/zip', expiresAt: undefined });
      if (artifact === undefined) throw new Error(`run ${run.id} has an artifact ${name} already`);
      finishArtifact(artifact, content);
      return artifact.id;
    },
  };
}
