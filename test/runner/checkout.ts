import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { LoopbackGitHub } from '../github/server.ts';

export interface CheckoutOptions {
  github: LoopbackGitHub;
  /** Full name. */
  repository: string;
  /** The folder; made when it is not there. */
  into: string;
  /** For a private repository. It is used for the fetch and left nowhere. */
  token?: string;
  /** A full ref such as `refs/heads/main`, or a commit's id; the default branch unless given. */
  ref?: string;
  /** 1 fetches the commit alone, 0 all history of all branches and tags. */
  depth?: 1 | 0;
}

/** Checks a repository out as actions/checkout does with `persist-credentials: false`. Gives the commit's id. */
export async function checkout(options: CheckoutOptions): Promise<string> {
  const { github, into } = options;
  const repository = github.repository(options.repository);
  const ref = options.ref ?? `refs/heads/${repository.defaultBranch}`;
  const commit = /^[0-9a-f]{40}$/.test(ref) ? ref : await repository.ref(ref);
  if (commit === undefined) throw new Error(`${repository.fullName} has no ${ref}`);
  const git = gitIn(into, fetchHeader(github, options.token));
  await mkdir(into, { recursive: true });
  await git('init', '--quiet', '--initial-branch=master');
  await git('remote', 'add', 'origin', `${github.serverUrl}/${repository.fullName}`);
  await git('config', '--local', 'gc.auto', '0');
  await git(
    'fetch',
    '--quiet',
    '--prune',
    '--no-recurse-submodules',
    ...refSpecs(ref, commit, options.depth ?? 1),
  );
  const branch = /^refs\/heads\/(.+)$/.exec(ref)?.[1];
  const target = branch === undefined ? [commit] : ['-B', branch, `refs/remotes/origin/${branch}`];
  await git('checkout', '--quiet', '--force', ...target);
  return commit;
}

function refSpecs(ref: string, commit: string, depth: 1 | 0): string[] {
  if (depth === 0) {
    const own = ref.startsWith('refs/pull/') ? [`+${commit}:${ref.replace('refs/', 'refs/remotes/')}`] : [];
    return ['origin', '+refs/heads/*:refs/remotes/origin/*', '+refs/tags/*:refs/tags/*', ...own];
  }
  const kept = ref
    .replace(/^refs\/heads\//, 'refs/remotes/origin/')
    .replace(/^refs\/pull\//, 'refs/remotes/pull/');
  return ['--no-tags', '--depth=1', 'origin', ref === commit ? commit : `+${commit}:${kept}`];
}

/** By environment, so that the token stands in no argument and in no file. */
function fetchHeader(github: LoopbackGitHub, token: string | undefined): Record<string, string> {
  if (token === undefined) return {};
  const basic = Buffer.from(`x-access-token:${token}`).toString('base64');
  return {
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: `http.${github.serverUrl}/.extraheader`,
    GIT_CONFIG_VALUE_0: `AUTHORIZATION: basic ${basic}`,
  };
}

function gitIn(cwd: string, header: Record<string, string>) {
  const env = {
    PATH: process.env.PATH,
    HOME: cwd,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_TERMINAL_PROMPT: '0',
    ...header,
  };
  return (...args: string[]) => promisify(execFile)('git', args, { cwd, env });
}
