/** Events handled by `runEvent` in this process: a real checkout, GitHub and a model on loopback, no runner. */
import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished } from 'vitest';
import type { Ending, House } from '../../core/dispatch/index.ts';
import { runEvent } from '../../core/dispatch/index.ts';
import { FIXING } from '../e2e/fixing.ts';
import { hostClock } from '../environment/host-clock.ts';
import { type LoopbackGitHub, startGitHub } from '../github/server.ts';
import type { StagedRepository } from '../github/stage.ts';
import type { PayloadParts } from '../github/webhooks.ts';
import type { Permissions } from '../github/world/state.ts';
import { quietLog } from '../github-side/quiet-log.ts';
import { PERMISSIONS } from '../main-job/set-up.ts';
import { type ModelDouble, type ModelTurn, startModel } from '../model/aimock.ts';
import { checkout } from '../runner/checkout.ts';
import { tempDir } from '../support/temp.ts';

export interface StageOptions {
  /** Empty where no task is to start: then nothing is checked out either. */
  turns?: ModelTurn[];
  files?: Record<string, string>;
  private?: boolean;
  protectedBranches?: readonly string[];
  permissions?: Permissions;
  /** What set-up steps do after the checkout. */
  setUp?: (workspace: string) => void;
}

export interface Stage {
  github: LoopbackGitHub;
  /** `maintainer` may write here, nobody else but the owner `octo`. */
  repository: StagedRepository;
  model: ModelDouble;
  /** Handles what a payload tells, as a run of its own on a fresh checkout of the default branch. */
  run(parts: PayloadParts, inputs?: Record<string, string>): Promise<Ending>;
  /** The same for a payload as it stands. */
  handle(name: string, payload: unknown, inputs?: Record<string, string>): Promise<Ending>;
  /** Handles a comment. */
  say(number: number, body: string, by?: string): Promise<Ending>;
  /** The last user message that the model was sent first in a run. */
  prompt(): string;
  warnings: readonly string[];
}

/** One server a file; each test has a repository of its own on it. */
let started: Promise<LoopbackGitHub> | undefined;
let count = 0;

afterAll(async () => {
  const github = await started;
  await github?.close();
  expect(github?.faults ?? []).toEqual([]);
});

export async function openStage(options: StageOptions = {}): Promise<Stage> {
  started ??= startGitHub();
  const github = await started;
  const repository = await github.addRepository({
    owner: 'octo',
    name: `demo-${++count}`,
    roles: { maintainer: 'write' },
    ...(options.files === undefined ? {} : { files: options.files }),
    ...(options.private === undefined ? {} : { private: options.private }),
    ...(options.protectedBranches === undefined ? {} : { protectedBranches: options.protectedBranches }),
  });
  const model = await startModel(options.turns ?? FIXING);
  onTestFinished(() => model.stop());
  const token = github.tokens.workflow({
    repository: repository.fullName,
    permissions: options.permissions ?? PERMISSIONS,
  });
  const folder = tempDir();
  const workspace = join(folder, 'workspace');
  const log = quietLog();
  const working: Record<string, string> = {
    label: 'penguin',
    provider: 'openai-compatible',
    model: 'recorded',
    'base-url': model.url,
    'api-key': 'sk-test-0123456789abcdefghij',
    'approval-mode': 'allow-all',
    unsafe: 'true',
    'github-token': token,
  };

  async function handle(name: string, payload: unknown, inputs: Record<string, string> = {}) {
    const run = await repository.addRun({ workflow: 'penguin.yml', event: name, actor: 'maintainer' });
    repository.startRun(run);
    const into = join(workspace, String(run.id));
    if (options.turns?.length !== 0) {
      await checkout({ github, repository: repository.fullName, into, token });
      options.setUp?.(into);
    }
    const scratchDir = join(folder, 'scratch', String(run.id));
    mkdirSync(scratchDir, { recursive: true });
    const given = { ...working, ...inputs };
    const house: House = {
      clock: hostClock,
      newId: () => randomBytes(16).toString('hex'),
      random: Math.random,
      hideSecret: () => undefined,
      log,
      signal: new AbortController().signal,
      inputs: (input) => given[input] ?? '',
      run: {
        id: run.id,
        attempt: 1,
        url: `${github.serverUrl}/${repository.fullName}/actions/runs/${run.id}`,
        workflowFile: 'penguin.yml',
        branch: 'main',
      },
      github: { apiUrl: github.apiUrl, serverUrl: github.serverUrl },
      workspaceDir: into,
      scratchDir,
      environment: { PATH: process.env.PATH },
      artifacts: false,
      keepForLastPhase: () => undefined,
    };
    const ending = await runEvent({ name, payload, repository: repository.fullName }, house);
    repository.completeRun(run, 'success');
    return ending;
  }

  const run = (parts: PayloadParts, inputs?: Record<string, string>) =>
    handle(parts.event, repository.payload(parts), inputs);
  return {
    github,
    repository,
    model,
    handle,
    run,
    say(number, body, by = 'maintainer') {
      const comment = repository.comment(number, { by, body });
      const issue = repository.issue(number);
      return run({ event: 'issue_comment', action: 'created', sender: by, issue, comment });
    },
    prompt() {
      const first = model.requests().findLast(({ messages }) => messages.at(-1)?.role === 'user');
      return String(first?.messages.at(-1)?.content);
    },
    warnings: log.lines,
  };
}
