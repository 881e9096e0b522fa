import type { LoopbackGitHub } from '../github/server.ts';
import type { RunConclusion, WorkflowRun } from '../github/world/state.ts';
import type { PhaseResult } from './run-phase.ts';

export interface ActionOptions {
  github: LoopbackGitHub;
  /** Path of the action.yml. */
  action: string;
  /** Full name. */
  repository: string;
  event: { name: string; payload: Record<string, unknown> };
  /** A folder for what the runner keeps: temporary files, home, event. */
  directory: string;
  /** GITHUB_WORKSPACE; an empty folder unless given. */
  workspace?: string;
  inputs?: Record<string, string>;
  /** What `${{ github.token }}` stands for. The runner masks it. */
  token?: string;
  /** Values that the workflow takes from its secrets: masked from the start. */
  secrets?: readonly string[];
  /** Variables of the job. */
  env?: Record<string, string>;
  /** A queued run, such as a dispatch makes; a new one unless given. */
  run?: WorkflowRun;
  /** File name of the workflow of a new run. */
  workflow?: string;
  /** The Node that runs the action; Node 24 unless given. */
  node?: string;
}

/** What a whole run did; the fields of PhaseResult are those of `main`. */
export interface ActionRun extends Omit<PhaseResult, 'conclusion'> {
  conclusion: RunConclusion;
  post: PhaseResult | undefined;
  masks: readonly string[];
  /** As people see it: masked, commands as GitHub shows them. */
  log: string;
  /** Every byte that the action wrote, unmasked. */
  rawLog: string;
  /** Use of deprecated commands, undeclared inputs and outputs. */
  faults: string[];
  /** Processes that outlived the job and were ended, by id. */
  orphans: number[];
}

export interface StartedAction {
  readonly run: WorkflowRun;
  readonly finished: Promise<ActionRun>;
  /** Resolves when the log holds a line that fits; rejects when the run ends without one. */
  logged(pattern: RegExp): Promise<void>;
  /** Cancels as GitHub does; `post` runs all the same. The cancel API calls it too. */
  cancel(): void;
  /** SIGKILL at once; `nothing` is a runner that died with its action, so that `post` never runs. */
  kill(then?: 'post' | 'nothing'): void;
}
