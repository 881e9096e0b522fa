import { spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gitEnvironment } from './environment.ts';
import { type GitObject, objectReader } from './object-reader.ts';

interface GitResult {
  code: number;
  stdout: Buffer;
  stderr: string;
}

interface GitOptions {
  input?: Buffer | string;
  env?: Record<string, string>;
}

/** A bare repository on disk. Nothing of the machine's own git configuration is read. */
export interface BareGit {
  readonly dir: string;
  /** Output without its last line feed. Rejects when git fails. */
  text(args: readonly string[], options?: GitOptions): Promise<string>;
  /** Output as it is. Rejects when git fails. */
  bytes(args: readonly string[], options?: GitOptions): Promise<Buffer>;
  attempt(args: readonly string[], options?: GitOptions): Promise<GitResult>;
  /** What `revision` names, or undefined. */
  object(revision: string): Promise<GitObject | undefined>;
  /** The full id of what `revision` names, or undefined. */
  resolve(revision: string): Promise<string | undefined>;
  /** Ends the process that reads objects. */
  close(): void;
}

function bareGit(dir: string): BareGit {
  const reader = objectReader(dir);
  const attempt = (args: readonly string[], options?: GitOptions) => runGit(['-C', dir, ...args], options);
  const bytes = async (args: readonly string[], options?: GitOptions) => {
    const { code, stdout, stderr } = await attempt(args, options);
    if (code !== 0) throw new Error(`git ${args.join(' ')} ended with ${code}: ${stderr.trim()}`);
    return stdout;
  };
  return {
    dir,
    attempt,
    bytes,
    text: async (args, options) => (await bytes(args, options)).toString('utf8').replace(/\n$/, ''),
    object: reader.read,
    resolve: async (revision) => (await reader.read(revision))?.sha,
    close: reader.close,
  };
}

/**
 * As at github.com, any commit that the repository holds can be fetched by its id, advertised or not. Nothing is
 * packed behind a test's back.
 */
const CONFIG = `[core]
\trepositoryformatversion = 0
\tbare = true
[gc]
\tauto = 0
[receive]
\tautogc = false
[uploadpack]
\tallowAnySHA1InWant = true
[http]
\treceivepack = true
`;

/** Makes an empty repository of the files that git looks for; `git init` would be one more process a test. */
export async function initBareGit(dir: string, defaultBranch: string): Promise<BareGit> {
  await mkdir(join(dir, 'objects'), { recursive: true });
  await mkdir(join(dir, 'refs'));
  await writeFile(join(dir, 'HEAD'), `ref: refs/heads/${defaultBranch}\n`);
  await writeFile(join(dir, 'config'), CONFIG);
  return bareGit(dir);
}

function runGit(args: readonly string[], options: GitOptions = {}): Promise<GitResult> {
  return new Promise((resolve, reject) => {
    const child = spawn('git', args, { env: { ...gitEnvironment(), ...options.env } });
    const stdout: Buffer[] = [];
    const stderr: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk));
    child.on('error', reject);
    child.on('close', (code) =>
      resolve({
        code: code ?? -1,
        stdout: Buffer.concat(stdout),
        stderr: Buffer.concat(stderr).toString('utf8'),
      }),
    );
    // A git that fails early closes its input; the exit code tells the story, the broken pipe adds nothing.
    child.stdin.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') reject(error);
    });
    child.stdin.end(options.input ?? '');
  });
}
