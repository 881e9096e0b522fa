/** The main job on real parts: the built action, a real repository, GitHub and a model on loopback. Serves the demo and the end-to-end tests. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { checkoutRoot } from '../github/checkout-root.ts';
import { type LoopbackGitHub, startGitHub } from '../github/server.ts';
import type { StagedRepository } from '../github/stage.ts';
import type { Permissions } from '../github/world/state.ts';
import { type ModelDouble, type ModelTurn, startModel } from '../model/aimock.ts';
import type { ActionOptions, ActionRun, StartedAction } from '../runner/action-run.ts';
import { checkout } from '../runner/checkout.ts';
import { startAction } from '../runner/run-action.ts';
import { COMMAND, FILES, ISSUE, TURNS } from './date-repository.ts';

export const REPOSITORY = 'octo/dates';
export const API_KEY = 'sk-test-0123456789abcdefghij';

/** What the workflow template grants. */
export const PERMISSIONS: Permissions = {
  contents: 'write',
  issues: 'write',
  pull_requests: 'write',
  actions: 'write',
};

export interface MainJobOptions {
  /** An empty folder for everything that the job writes. */
  directory: string;
  turns?: ModelTurn[];
  /** How long the model takes before each answer, in milliseconds. */
  thinkMs?: number;
  command?: string;
  /** Who comments: `maintainer` may write, `stranger` may not. */
  by?: string;
  files?: Record<string, string>;
  issue?: { title: string; body: string };
  /** Inputs beside those that name the recorded model and let it work. */
  inputs?: Record<string, string>;
  /** Variables of the step. */
  env?: Record<string, string>;
  permissions?: Permissions;
  private?: boolean;
  allowActionsToCreatePullRequests?: boolean;
  /** 1 is checkout's default. */
  depth?: 0 | 1;
}

export interface MainJob {
  github: LoopbackGitHub;
  repository: StagedRepository;
  model: ModelDouble;
  issueNumber: number;
  commentId: number;
  token: string;
  workspace: string;
  /** Checks the repository out, as the step before the action does. */
  checkOut(): Promise<void>;
  /** Starts the action for the comment. */
  start(more?: Partial<ActionOptions>): Promise<StartedAction>;
  /** The event of another comment on the issue. */
  say(body: string, by?: string): ActionOptions['event'];
  /** Starts it and waits for its end. */
  run(more?: Partial<ActionOptions>): Promise<ActionRun>;
  /** Bodies of our comments on the issue, as they are now. */
  ownComments(): string[];
  close(): Promise<void>;
}

export async function setUpMainJob(options: MainJobOptions): Promise<MainJob> {
  const github = await startGitHub();
  const model = await startModel(options.turns ?? TURNS, options.thinkMs);
  const { by = 'maintainer', private: isPrivate = false, allowActionsToCreatePullRequests = true } = options;
  const repository = await github.addRepository({
    owner: 'octo',
    name: 'dates',
    files: options.files ?? FILES,
    private: isPrivate,
    allowActionsToCreatePullRequests,
    roles: { maintainer: 'write' },
  });
  const issue = repository.openIssue({ by: 'stranger', ...(options.issue ?? ISSUE) });
  const comment = repository.comment(issue.number, { by, body: options.command ?? COMMAND });
  const token = github.tokens.workflow({
    repository: REPOSITORY,
    permissions: options.permissions ?? PERMISSIONS,
  });
  const workspace = join(options.directory, 'workspace');
  const eventOf = (told: typeof comment, sender: string) => ({
    name: 'issue_comment',
    payload: repository.payload({ event: 'issue_comment', action: 'created', issue, comment: told, sender }),
  });
  const start = (more: Partial<ActionOptions> = {}) =>
    startAction({
      github,
      action: join(checkoutRoot(), 'action.yml'),
      repository: REPOSITORY,
      event: eventOf(comment, by),
      directory: options.directory,
      workspace,
      token,
      secrets: [API_KEY],
      ...(options.env === undefined ? {} : { env: options.env }),
      inputs: {
        provider: 'openai-compatible',
        model: 'recorded',
        'base-url': model.url,
        'api-key': API_KEY,
        'approval-mode': 'allow-all',
        unsafe: 'true',
        ...options.inputs,
      },
      ...more,
    });
  return {
    github,
    repository,
    model,
    issueNumber: issue.number,
    commentId: comment.id,
    token,
    workspace,
    checkOut: async () => {
      rmSync(workspace, { recursive: true, force: true });
      await checkout({ github, repository: REPOSITORY, into: workspace, token, depth: options.depth ?? 1 });
    },
    start,
    say: (body, sender = 'maintainer') =>
      eventOf(repository.comment(issue.number, { by: sender, body }), sender),
    run: async (more) => (await start(more)).finished,
    ownComments: () =>
      repository
        .issue(issue.number)
        .comments.filter(({ author }) => author.login === 'github-actions[bot]')
        .map(({ body }) => body),
    close: async () => {
      await model.stop();
      await github.close();
    },
  };
}
