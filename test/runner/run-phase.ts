import { performance } from 'node:perf_hooks';
import { type CollectedFiles, commandFiles } from './command-files.ts';
import { type Annotation, commandStream, type MetCommand } from './command-stream.ts';
import type { JobLog } from './job-log.ts';
import type { Masks } from './masks.ts';
import { type RunningPhase, startPhase } from './phase.ts';

/** What one phase (`main` or `post`) did. */
export interface PhaseResult extends CollectedFiles {
  exitCode: number;
  conclusion: 'success' | 'failure';
  /** At most ten of each level, as GitHub shows. */
  annotations: Annotation[];
  commands: MetCommand[];
  seconds: number;
}

export interface PhaseParts {
  node: string;
  script: string;
  workspace: string;
  runnerTemp: string;
  env: Record<string, string>;
  masks: Masks;
  log: JobLog;
  faults: string[];
}

/** Starts one phase. Its result is read from what it printed and from the command files that it wrote. */
export function runPhase(parts: PhaseParts): { phase: RunningPhase; result: Promise<PhaseResult> } {
  const { masks, log } = parts;
  const started = performance.now();
  const files = commandFiles(parts.runnerTemp);
  const stream = commandStream(masks, log.line);
  const phase = startPhase({
    node: parts.node,
    script: parts.script,
    cwd: parts.workspace,
    env: { ...parts.env, ...files.environment },
    onLine: stream.line,
    onText: log.raw,
  });
  const result = phase.exitCode.then((exitCode): PhaseResult => {
    const { outputs, state, ...written } = files.collect(stream, masks);
    parts.faults.push(...stream.faults);
    return {
      ...written,
      outputs: { ...stream.outputs, ...outputs },
      state: { ...stream.state, ...state },
      exitCode,
      conclusion: exitCode === 0 && !stream.failed() ? 'success' : 'failure',
      annotations: stream.annotations,
      commands: stream.commands,
      seconds: (performance.now() - started) / 1000,
    };
  });
  return { phase, result };
}
