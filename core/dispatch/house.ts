/** What an entrance hands in: the ports and settings of one run. Nothing else reaches the outside world. */
import type { Clock, Log, NewId } from '../omnimessage/index.ts';

export interface House {
  clock: Clock;
  newId: NewId;
  /** Uniform in [0, 1). */
  random: () => number;
  log: Log;
  /** Aborts when the run is cancelled. */
  signal: AbortSignal;
  inputs: Inputs;
  /** The workflow run that we are. */
  run: WorkflowRun;
  github: GitHubAccess;
  /** The checked-out repository. */
  workspaceDir: string;
  /** A folder of this run's own, outside the Workspace. */
  scratchDir: string;
  /** The entrance's environment; what commands get of it is an allow-list. */
  environment: Readonly<Record<string, string | undefined>>;
  /** Keeps a secret that the entrance did not know of out of everything that it prints from now on. */
  hideSecret(secret: string): void;
  /** Whether this run can keep files that people download from it. */
  artifacts: boolean;
  /** Keeps what the last phase needs to finish the run when this phase is killed; each call replaces what was kept before, empty is nothing. */
  keepForLastPhase(record: string): void;
}

export type InputName =
  | 'prompt'
  | 'config'
  | 'agent'
  | 'label'
  | 'assignee'
  | 'provider'
  | 'model'
  | 'api-key'
  | 'base-url'
  | 'github-token'
  | 'approval-mode'
  | 'unsafe'
  | 'max-turns'
  | 'max-minutes'
  | 'max-tokens';

/** What the workflow wrote under `with:`, as text without blanks around it; unset is empty. */
export type Inputs = (name: InputName) => string;

export interface WorkflowRun {
  id: number;
  attempt: number;
  url: string;
  /** For example `penguin.yml`; empty when it is not known. */
  workflowFile: string;
  /** The branch that a dispatch ran on; empty for a tag. */
  branch: string;
}

export interface GitHubAccess {
  apiUrl: string;
  /** Where git fetches and pushes. */
  serverUrl: string;
}
