import fc from 'fast-check';
import { expect, it } from 'vitest';
import { commandEnvironment } from '../../core/environment/index.ts';

const FIXED = {
  TERM: 'dumb',
  CI: 'true',
  NO_COLOR: '1',
  PAGER: 'cat',
  GIT_PAGER: 'cat',
  GIT_TERMINAL_PROMPT: '0',
};

const KEPT = {
  PATH: '/usr/bin:/bin',
  HOME: '/home/runner',
  USER: 'runner',
  LOGNAME: 'runner',
  SHELL: '/bin/bash',
  TMPDIR: '/tmp',
  LANG: 'C.UTF-8',
  LC_ALL: 'C.UTF-8',
  TZ: 'UTC',
  JAVA_HOME: '/opt/java',
  JAVA_HOME_17_X64: '/opt/java17',
  GOPATH: '/home/runner/go',
  GOROOT_1_22_X64: '/opt/go',
  CARGO_HOME: '/home/runner/.cargo',
  RUSTUP_HOME: '/home/runner/.rustup',
  NVM_DIR: '/home/runner/.nvm',
  PYTHONPATH: 'src',
  VIRTUAL_ENV: '/work/.venv',
};

const DROPPED = {
  GITHUB_TOKEN: 't',
  GITHUB_ENV: '/x',
  GITHUB_WORKSPACE: '/x',
  INPUT_API_KEY: 'k',
  'INPUT_API-KEY': 'k',
  ACTIONS_RUNTIME_TOKEN: 't',
  ACTIONS_ID_TOKEN_REQUEST_URL: 'u',
  RUNNER_TEMP: '/x',
  STATE_x: 's',
  NODE_OPTIONS: '--require /x.js',
  OPENAI_API_KEY: 'k',
  AWS_SECRET_ACCESS_KEY: 's',
  PENGUIN_API_KEY: 'k',
  LC_API_KEY: 'k',
  LC_TOKEN: 't',
  JAVA_HOME_PASSWORD: 'p',
  BASH_ENV: '/x',
  ENV: '/x',
  'BASH_FUNC_ls%%': '() { evil; }',
  LD_PRELOAD: '/x.so',
  GIT_ASKPASS: '/x',
  SSH_AUTH_SOCK: '/x',
  DOCKER_HOST: 'unix:///x',
  HTTP_PROXY: 'http://user:pass@x',
  path: '/x',
};

it('is exactly the allow-list and the fixed values', () => {
  expect(commandEnvironment({ ...DROPPED, ...KEPT })).toEqual({ ...KEPT, ...FIXED });
});

it('is the fixed values alone when nothing came in, whatever came in for them', () => {
  expect(commandEnvironment({})).toEqual(FIXED);
  expect(commandEnvironment({ TERM: 'xterm', CI: 'false', PAGER: 'less', FORCE_COLOR: '3' })).toEqual(FIXED);
});

it('lets no name through that looks like a secret or is the runner’s', () => {
  const part = fc.constantFrom(
    'LC_',
    'JAVA_HOME_',
    'GITHUB_',
    'X',
    'TOKEN',
    'key',
    'SECRET',
    'password',
    '_',
  );
  fc.assert(
    fc.property(fc.array(part, { minLength: 1 }), (parts) => {
      const name = parts.join('');
      const dangerous = /^GITHUB_|TOKEN|KEY|SECRET|PASSWORD/i.test(name);
      expect(dangerous && Object.hasOwn(commandEnvironment({ [name]: 'v' }), name)).toBe(false);
    }),
  );
});
