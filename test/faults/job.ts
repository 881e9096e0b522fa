/** The main job without a runner around it: the core, on a real GitHub double, real git and a recorded model, with a clock that leaps. */
import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Ending, type House, type IncomingEvent, runEvent } from '../../core/index.ts';
import { type LoopbackGitHub, startGitHub } from '../github/server.ts';
import type { StagedRepository } from '../github/stage.ts';
import type { Comment, WorkflowRun } from '../github/world/state.ts';
import { COMMAND, FILES, ISSUE, TURNS } from '../main-job/date-repository.ts';
import { API_KEY, PERMISSIONS, REPOSITORY } from '../main-job/set-up.ts';
import type { LeapingClock } from './leaping-clock.ts';
import { type ModelDoor, openModelDoor } from './model-door.ts';

export const BOT = 'github-actions[bot]';

export interface Job {
  github: LoopbackGitHub;
  repository: StagedRepository;
  model: ModelDoor;
  run: WorkflowRun;
  command: Comment;
  /** Ids from here on are of what the run made. */
  firstNewId: number;
  event: IncomingEvent;
  house: House;
  /** What the run told its operator. */
  log: string[];
  /** What is kept for the last phase. */
  kept(): string;
  /** Cancels the run, as the runner's first signal does. */
  cancel(): void;
  /** Lets the core handle the command. */
  play(): Promise<Ending>;
  close(): Promise<void>;
}

/** The turns of the demonstration without those that run the tests, which take their time. */
const QUICK_TURNS = TURNS.filter(
  (turn) => typeof turn === 'string' || turn.calls?.every(({ name }) => name !== 'exec_command') !== false,
);

export async function openJob(clock: LeapingClock, folder: string): Promise<Job> {
  const github = await startGitHub({ now: clock.now });
  const model = await openModelDoor(QUICK_TURNS);
  const repository = await github.addRepository({
    owner: 'octo',
    name: 'dates',
    files: FILES,
    roles: { maintainer: 'write' },
  });
  const issue = repository.openIssue({ by: 'stranger', ...ISSUE });
  const command = repository.comment(issue.number, { by: 'maintainer', body: COMMAND });
  const payload = repository.payload({
    event: 'issue_comment',
    action: 'created',
    sender: 'maintainer',
    issue,
    comment: command,
  });
  const run = await repository.addRun({
    workflow: 'penguin.yml',
    event: 'issue_comment',
    actor: 'maintainer',
  });
  repository.startRun(run);
  const workspaceDir = join(folder, 'workspace');
  // Not over HTTP: a checkout is another step's, and its requests are not ours.
  await promisify(execFile)('git', ['clone', '-q', repository.git.dir, workspaceDir]);
  const cancelling = new AbortController();
  const log: string[] = [];
  let kept = '';
  const house: House = {
    ...portsOf(clock, log),
    signal: cancelling.signal,
    inputs: inputsOf(github, model),
    run: {
      id: run.id,
      attempt: 1,
      url: `${github.serverUrl}/${REPOSITORY}/actions/runs/${run.id}`,
      workflowFile: 'penguin.yml',
      branch: 'main',
    },
    github: { apiUrl: github.apiUrl, serverUrl: github.serverUrl },
    workspaceDir,
    scratchDir: scratchIn(folder),
    environment: { PATH: process.env.PATH, HOME: folder },
    hideSecret: () => undefined,
    artifacts: false,
    keepForLastPhase: (record) => {
      kept = record;
    },
  };
  const event = { name: 'issue_comment', payload, repository: REPOSITORY };
  return {
    github,
    repository,
    model,
    run,
    command,
    firstNewId: run.id + 1,
    event,
    house,
    log,
    kept: () => kept,
    cancel: () => cancelling.abort(),
    play: () => runEvent(event, house),
    async close() {
      await model.stop();
      await github.close();
    },
  };
}

function portsOf(clock: LeapingClock, log: string[]): Pick<House, 'clock' | 'newId' | 'random' | 'log'> {
  const say = (text: string) => void log.push(text);
  let ids = 0;
  return {
    clock,
    // Ids need not be secret here, and a case that is repeated should be the same.
    newId: () => (++ids).toString(16).padStart(32, '0'),
    random: () => 0.5,
    log: { debug: say, info: say, warn: say },
  };
}

function inputsOf(github: LoopbackGitHub, model: ModelDoor): House['inputs'] {
  const inputs: Partial<Record<Parameters<House['inputs']>[0], string>> = {
    'github-token': github.tokens.workflow({ repository: REPOSITORY, permissions: PERMISSIONS }),
    provider: 'openai-compatible',
    model: 'recorded',
    'base-url': model.url,
    'api-key': API_KEY,
    'approval-mode': 'allow-all',
    unsafe: 'true',
  };
  return (name) => inputs[name] ?? '';
}

function scratchIn(folder: string): string {
  const scratch = join(folder, 'scratch');
  mkdirSync(scratch, { recursive: true });
  return scratch;
}
