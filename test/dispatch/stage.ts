/** The story of the product on one clock that tests move: real GitHub on loopback, real git, a model that answers when it is let. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { type Ending, runEvent } from '../../core/dispatch/index.ts';
import { startGitHub } from '../github/server.ts';
import type { Comment, Permissions, Role, WorkflowRun } from '../github/world/state.ts';
import { PERMISSIONS, REPOSITORY } from '../main-job/set-up.ts';
import { type RawAnswer, startRawServer } from '../model/raw-sse.ts';
import { checkout } from '../runner/checkout.ts';
import { fakeClock } from '../support/clock.ts';
import { tempDir } from '../support/temp.ts';
import { houseOf } from './house.ts';
import { paceOf } from './pace.ts';

/** A model's answer of one text, which comes when `when` has come. */
export function answer(text: string, when: Promise<unknown> = Promise.resolve()): RawAnswer {
  const chunk = (delta: object, finish_reason: string | null) =>
    `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
  return {
    steps: [when, chunk({ role: 'assistant', content: text }, null), chunk({}, 'stop'), 'data: [DONE]\n\n'],
  };
}

export interface StageOptions {
  /** One for each request. */
  answers?: RawAnswer[];
  roles?: Record<string, Role>;
  private?: boolean;
  permissions?: Permissions;
  /** False leaves the workspace empty: a Session then ends before it asks the model, and costs a tenth of one that does not. */
  checkedOut?: boolean;
}

export interface StartedRun {
  run: WorkflowRun;
  ended: Promise<Ending>;
  cancel(): void;
}

export async function openStage(options: StageOptions = {}) {
  const parts = await setUp(options);
  const { clock, github, model, repository, inputs, workspaceDir } = parts;
  const { quiet, pass } = paceOf(clock, github);

  /** Starts the run that a comment triggers. */
  async function start(comment: Comment): Promise<StartedRun> {
    const actor = comment.author.login;
    const run = await repository.addRun({ workflow: 'penguin.yml', event: 'issue_comment', actor });
    repository.startRun(run);
    const cancelled = new AbortController();
    const cancel = () => cancelled.abort();
    run.onCancel = cancel;
    const house = houseOf({ clock, github, run, inputs, signal: cancelled.signal, workspaceDir });
    const event = { name: 'issue_comment', payload: payloadOf(comment), repository: REPOSITORY };
    const ended = runEvent(event, house).finally(() => repository.completeRun(run, 'success'));
    return { run, ended, cancel };
  }

  const payloadOf = (comment: Comment) =>
    repository.payload({
      event: 'issue_comment',
      action: 'created',
      issue: repository.issue(comment.issueNumber),
      comment,
      sender: comment.author.login,
    });

  const say = (number: number, body: string, by = 'maintainer') => repository.comment(number, { by, body });

  /** A Session at work for a first comment: it waits for the model's answer. */
  async function atWork(number: number): Promise<StartedRun> {
    const before = model.requests.length;
    const comment = say(number, '/penguin is it fine?');
    await clock.advance(1_000);
    const started = await start(comment);
    await expect.poll(() => model.requests.length, { timeout: 50_000, interval: 2 }).toBe(before + 1);
    await quiet();
    return started;
  }

  return {
    ...parts,
    pass,
    start,
    payloadOf,
    say,
    atWork,
    issue: () => repository.openIssue({ by: 'maintainer', title: 'A bug', body: 'It breaks.' }),
    ownComments: (number: number) =>
      repository
        .issue(number)
        .comments.filter(({ author }) => author.type === 'Bot')
        .map(({ body }) => body),
    reactions: (number: number, id: number) =>
      repository
        .issue(number)
        .comments.find((comment) => comment.id === id)
        ?.reactions.map(({ content }) => content),
  };
}

/** A repository with one file, checked out, and everything that a run of it needs. */
async function setUp(options: StageOptions) {
  const { answers = [], roles, private: isPrivate = false, checkedOut = true } = options;
  const clock = fakeClock();
  const github = await startGitHub({ now: clock.now });
  const model = await startRawServer(answers);
  const [owner = '', name = ''] = REPOSITORY.split('/');
  const repository = await github.addRepository({
    owner,
    name,
    files: { 'README.md': '# dates\n' },
    private: isPrivate,
    roles: { maintainer: 'write', ...roles },
  });
  onTestFinished(async () => {
    await model.stop();
    await github.close();
    expect(github.faults).toEqual([]);
  });
  const token = github.tokens.workflow({
    repository: REPOSITORY,
    permissions: options.permissions ?? PERMISSIONS,
  });
  const workspaceDir = join(tempDir(), 'workspace');
  mkdirSync(workspaceDir);
  if (checkedOut) await checkout({ github, repository: REPOSITORY, into: workspaceDir, token, depth: 1 });
  const inputs = {
    provider: 'openai-compatible',
    model: 'scripted',
    'base-url': model.url,
    'github-token': token,
    'api-key': 'sk-test-0123456789abcdefghij',
  };
  return { clock, github, model, repository, inputs, workspaceDir };
}
