import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { checkoutRoot } from '../github/checkout-root.ts';

/** The release's commands, by file name. */
export type Script = 'check' | 'notes' | 'build-twice' | 'publish';

export interface Ended {
  exitCode: number;
  output: string;
}

/** With an environment of its own, so that nobody's git settings count. */
export function runScript(
  cwd: string,
  more: Record<string, string>,
  script: Script,
  args: string[],
): Promise<Ended> {
  const { PATH = '' } = process.env;
  const env = { PATH, HOME: '/nonexistent', GIT_CONFIG_NOSYSTEM: '1', ...more };
  const child = spawn(process.execPath, [join(checkoutRoot(), 'release', `${script}.mjs`), ...args], {
    cwd,
    env,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ exitCode: code ?? -1, output: output.trimEnd() }));
  });
}
