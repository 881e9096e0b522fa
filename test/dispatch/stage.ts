/** The story of the product on one clock that tests move: real GitHub on loopback, real git, a model that answers when it is let. */
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { type Ending, type House, runEvent } from '../../core/dispatch/index.ts';
import { checkout } from '../github/../runner/checkout.ts';
import { startGitHub } from '../github/server.ts';
import type { Permissions, Role } from '../github/world/state.ts';
import { gate, type RawAnswer, startRawServer } from '../model/raw-sse.ts';
import { fakeClock } from '../support/clock.ts';
import { tempDir } from '../support/temp.ts';

const REPOSITORY = 'octo/dates';
const PERMISSIONS: Permissions = {
  contents: 'write',
  issues: 'write',
  pull_requests: 'write',
  actions: 'write',
};

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
}

export async function openStage(options: StageOptions = {}) {
  const clock = fakeClock();
  const github = await startGitHub({ now: clock.now });
  const model = await startRawServer(options.answers ?? []);
  const repository = await github.addRepository({
    owner: 'octo',
    name: 'dates',
    files: { 'README.md': '# dates\n' },
    private: options.private ?? false,
    roles: { maintainer: 'write', ...options.roles },
  });
  const token = github.tokens.workflow({
    repository: REPOSITORY,
    permissions: options.permissions ?? PERMISSIONS,
  });
  const workspaceDir = join(tempDir(), 'workspace');
  await checkout({ github, repository: REPOSITORY, into: workspaceDir, token, depth: 1 });
  onTestFinished(async () => {
    await model.stop();
    await github.close();
    expect(github.faults).toEqual([]);
  });
  const inputs: Record<string, string> = {
    provider: 'openai-compatible',
    model: 'scripted',
    'base-url': model.url,
    'github-token': token,
    'api-key': 'sk-test-0123456789abcdefghij',
  };
  let ids = 0;

  const issue = () => repository.openIssue({ by: 'maintainer', title: 'A bug', body: 'It breaks.' });
  const say = (number: number, body: string, by = 'maintainer') => repository.comment(number, { by, body });
  const ownComments = (number: number) =>
    repository
      .issue(number)
      .comments.filter(({ author }) => author.type === 'Bot')
      .map(({ body }) => body);

  /** Starts the run that a comment triggers. */
  async function start(comment: ReturnType<typeof say>) {
    const run = await repository.addRun({
      workflow: 'penguin.yml',
      event: 'issue_comment',
      actor: comment.author.login,
    });
    repository.startRun(run);
    const cancelled = new AbortController();
    run.onCancel = () => cancelled.abort();
    const house: House = {
      clock,
      newId: () => ((++ids * 0x9e3779b1) >>> 0).toString(16).padStart(8, '0').repeat(4),
      // Spread out as random numbers are, and the same each time.
      random: () => (++ids * 0.618) % 1,
      log: { debug: () => undefined, info: () => undefined, warn: () => undefined },
      signal: cancelled.signal,
      inputs: (name) => inputs[name] ?? '',
      run: {
        id: run.id,
        attempt: 1,
        url: `${github.serverUrl}/${REPOSITORY}/actions/runs/${run.id}`,
        workflowFile: 'penguin.yml',
        branch: 'main',
      },
      github: { apiUrl: github.apiUrl, serverUrl: github.serverUrl },
      workspaceDir,
      scratchDir: tempDir(),
      environment: process.env,
      artifacts: false,
      keepForLastPhase: () => undefined,
    };
    const payload = repository.payload({
      event: 'issue_comment',
      action: 'created',
      issue: repository.issue(comment.issueNumber),
      comment,
      sender: comment.author.login,
    });
    const ended = runEvent({ name: 'issue_comment', payload }, house).then((ending) => {
      repository.completeRun(run, 'success');
      return ending;
    });
    return { run, ended, cancel: () => cancelled.abort() };
  }

  /** Waits until nothing is on its way to GitHub: only then does time go on. */
  async function quiet(): Promise<void> {
    for (let calm = 0; calm < 4; ) {
      await new Promise((resolve) => setTimeout(resolve, 1));
      calm = github.requests.every(({ status }) => status !== undefined) ? calm + 1 : 0;
    }
  }

  /** Lets so many seconds go by. */
  async function pass(seconds: number): Promise<void> {
    for (let second = 0; second < seconds; second++) {
      await quiet();
      await clock.advance(1_000);
    }
    await quiet();
  }

  /** A Session at work for a first comment: it waits for the model, which answers when it is let. */
  async function atWork(number: number, body = '/penguin is it fine?') {
    const before = model.requests.length;
    const comment = say(number, body);
    // Comments of the same second have no order in time: what follows is later.
    await clock.advance(1_000);
    const started = await start(comment);
    await expect.poll(() => model.requests.length, { timeout: 20_000, interval: 2 }).toBe(before + 1);
    await quiet();
    return { comment, ...started };
  }

  const reactions = (number: number, id: number) =>
    repository
      .issue(number)
      .comments.find((comment) => comment.id === id)
      ?.reactions.map(({ content }) => content);

  return { clock, github, repository, model, issue, say, start, atWork, pass, ownComments, reactions };
}

export type { Ending };
export { gate };
