import { createHash } from 'node:crypto';
import type { House } from '../../core/dispatch/index.ts';
import type { LoopbackGitHub } from '../github/server.ts';
import type { WorkflowRun } from '../github/world/state.ts';
import { tempDir } from '../support/temp.ts';

export interface HouseOptions {
  clock: House['clock'];
  github: LoopbackGitHub;
  run: WorkflowRun;
  inputs: Readonly<Record<string, string>>;
  signal: AbortSignal;
  workspaceDir: string;
}

/** What an entrance would hand in. Random numbers are as spread as real ones, and the same each time. */
export function houseOf({ clock, github, run, inputs, signal, workspaceDir }: HouseOptions): House {
  let drawn = 0;
  const draw = () => createHash('sha256').update(`${run.number} ${++drawn}`).digest();
  return {
    clock,
    newId: () => draw().toString('hex').slice(0, 32),
    random: () => draw().readUInt32BE() / 2 ** 32,
    log: { debug: () => undefined, info: () => undefined, warn: () => undefined },
    signal,
    inputs: (name) => inputs[name] ?? '',
    run: {
      id: run.id,
      attempt: run.attempt,
      url: `${github.serverUrl}/${run.repository.fullName}/actions/runs/${run.id}`,
      workflowFile: 'penguin.yml',
      branch: 'main',
    },
    github: { apiUrl: github.apiUrl, serverUrl: github.serverUrl },
    workspaceDir,
    scratchDir: tempDir(),
    environment: process.env,
    hideSecret: () => undefined,
    artifacts: false,
    keepForLastPhase: () => undefined,
  };
}
