import { execFile } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { tempDir } from '../support/temp.ts';
import { fill } from '../workflows/expression/evaluate.ts';
import type { ReleaseStage } from './stage.ts';

/** Steps that another test or nothing here can show: the gate itself, and the registry. */
const LEFT_OUT = ['.ci/run', 'npm ci --ignore-scripts'];

/** A `gh` that says what it was asked, and knows of no release until it made one. */
const GH = `#!/bin/sh
echo "$*" >> "$0.log"
[ "$2" = create ] && touch "$0.made"
[ -e "$0.made" ]
`;

export interface PlayedWorkflow {
  /** Runs the last job again, as a second attempt does. */
  publishAgain(): Promise<void>;
  /** What `gh` was asked, call by call. */
  asked(): string[];
  temp: string;
}

/** Runs the shell steps of the checkout's release.yml for a pushed tag, each as the runner does. Actions are left out. */
export async function playWorkflow({ work }: ReleaseStage, tag: string): Promise<PlayedWorkflow> {
  const workflow = parse(readFileSync(join(work, '.github/workflows/release.yml'), 'utf8'));
  const [temp, bin] = [tempDir(), tempDir()];
  writeFileSync(join(bin, 'gh'), GH, { mode: 0o755 });
  const stepsOf = (job: { steps: { run?: string }[] }) =>
    job.steps.flatMap(({ run }) => (run === undefined || LEFT_OUT.includes(run) ? [] : [run]));
  const env = {
    PATH: `${bin}${delimiter}${process.env.PATH}`,
    HOME: temp,
    GIT_CONFIG_NOSYSTEM: '1',
    RUNNER_TEMP: temp,
    TAG: fill(workflow.env.TAG, { inputs: {}, github: { ref_name: tag } }),
  };
  const play = async (job: string) => {
    for (const run of stepsOf(workflow.jobs[job])) {
      await promisify(execFile)('bash', ['-eo', 'pipefail', '-c', run], { cwd: work, env });
    }
  };
  for (const job of Object.keys(workflow.jobs)) await play(job);
  const log = join(bin, 'gh.log');
  return {
    publishAgain: () => play('publish'),
    temp,
    asked: () => (existsSync(log) ? readFileSync(log, 'utf8').trimEnd().split('\n') : []),
  };
}
