import type { House } from '../../../core/index.ts';
import type { Clock } from '../../../core/omnimessage/index.ts';
import type { LoopbackGitHub } from '../../github/server.ts';

const quiet = () => undefined;

/** What a Report needs of its run. */
export function busyHouse(clock: Clock, { apiUrl, serverUrl }: LoopbackGitHub): House {
  return {
    clock,
    newId: () => '0123456789abcdef0123456789abcdef',
    random: () => 0.5,
    log: { debug: quiet, info: quiet, warn: quiet },
    signal: new AbortController().signal,
    inputs: () => '',
    run: {
      id: 1,
      attempt: 1,
      url: `${serverUrl}/octo/busy/actions/runs/1`,
      workflowFile: 'penguin.yml',
      branch: 'main',
    },
    github: { apiUrl, serverUrl },
    workspaceDir: '',
    scratchDir: '',
    environment: {},
    artifacts: false,
    hideSecret: quiet,
    keepForLastPhase: quiet,
  };
}
