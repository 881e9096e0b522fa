import { execFileSync, spawnSync } from 'node:child_process';

const LIMIT = { maxBuffer: 256 * 1024 * 1024, timeout: 300_000 };

/** git in the current folder. Returns what it prints, without the last newline; what it complains of is shown. */
export function git(args, { input = '', env = {} } = {}) {
  return execFileSync('git', args, {
    ...LIMIT,
    input,
    env: { ...process.env, ...env },
    encoding: 'utf8',
    stdio: ['pipe', 'pipe', 'inherit'],
  }).trimEnd();
}

/** Whether git says yes: for questions that it answers by its exit code. */
export function gitAgrees(args) {
  return spawnSync('git', args, { ...LIMIT, stdio: 'ignore' }).status === 0;
}

/** The job's token as git wants it, for a checkout that kept none. It goes by the environment: arguments are seen by all. */
export function authorisation(token) {
  if (token === undefined || token === '') return {};
  return {
    GIT_TERMINAL_PROMPT: '0',
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: 'http.extraHeader',
    GIT_CONFIG_VALUE_0: `Authorization: Basic ${Buffer.from(`x-access-token:${token}`).toString('base64')}`,
  };
}
