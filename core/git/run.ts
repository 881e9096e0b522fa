import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import type { Clock, Redact } from '../omnimessage/index.ts';
import { GitError } from './git-error.ts';
import { type ConfigEntry, gitEnvironment } from './hardening.ts';
import { mask } from './mask.ts';
import { watchChild } from './watch-child.ts';

const DEFAULT_TIMEOUT_MS = 120_000;
const DEFAULT_MAX_BYTES = 64 * 1024 * 1024;
const MAX_STDERR_BYTES = 64 * 1024;

export interface GitSettings {
  path: string;
  /** A folder that does not exist, so that nobody's dot files are found. */
  home: string;
  clock: Clock;
  redact: Redact;
}

interface GitCall {
  cwd: string;
  env?: Readonly<Record<string, string>>;
  config?: readonly ConfigEntry[];
  input?: Buffer | string;
  timeoutMs?: number;
  /** Of stdout. */
  maxBytes?: number;
  /** What more than `maxBytes` means: an error (the default), or an answer that is cut. */
  overflow?: 'fail' | 'cut';
  /** Exit codes that are answers; default 0 alone. */
  answers?: readonly number[];
  /** Masked in what git says, beside what the redactor knows. */
  secrets?: readonly string[];
  signal?: AbortSignal | undefined;
}

export interface GitAnswer {
  code: number;
  stdout: Buffer;
  /** Redacted. */
  stderr: string;
  cut: boolean;
}

/**
 * Runs one git command without a shell. Rejects with a `GitError`; the process and its children are gone when it
 * settles.
 */
export type Git = (args: readonly string[], call: GitCall) => Promise<GitAnswer>;

/** A git that knows where it works. */
export type BoundGit = (args: readonly string[], call?: Omit<GitCall, 'cwd'>) => Promise<GitAnswer>;

export function createGit(settings: GitSettings): Git {
  return async (args, call) => {
    const subcommand = args[0] ?? '';
    if (call.signal?.aborted === true) throw new GitError(subcommand, { kind: 'aborted' });
    const child = spawn('git', args, {
      cwd: call.cwd,
      env: { ...gitEnvironment(settings.path, settings.home, call.config ?? []), ...call.env },
      detached: true,
    });
    const watch = watchChild(child, settings.clock, call.timeoutMs ?? DEFAULT_TIMEOUT_MS, call.signal);
    const maxBytes = call.maxBytes ?? DEFAULT_MAX_BYTES;
    const stdout = collect(child.stdout, maxBytes, () => watch.stop({ kind: 'too_much_output', maxBytes }));
    const stderr = collect(child.stderr, MAX_STDERR_BYTES);
    // git may end without reading its input; then its exit code tells why, not the broken pipe.
    child.stdin.on('error', () => child.stdin.destroy());
    child.stdin.end(call.input);

    const end = await watch.ended;
    const said = settings.redact.text(mask(stderr().toString('utf8'), call.secrets ?? []));
    if (end.kind === 'exit' && (call.answers ?? [0]).includes(end.exitCode)) {
      return { code: end.exitCode, stdout: stdout(), stderr: said, cut: false };
    }
    if (end.kind === 'too_much_output' && call.overflow === 'cut') {
      return { code: 0, stdout: stdout(), stderr: said, cut: true };
    }
    throw new GitError(subcommand, end, said);
  };
}

/** Keeps the first `limit` bytes of a stream and reads the rest away, so that the writer never blocks. */
function collect(stream: Readable, limit: number, overflow?: () => void): () => Buffer {
  const chunks: Buffer[] = [];
  let length = 0;
  stream.on('data', (chunk: Buffer) => {
    if (length < limit) chunks.push(chunk.subarray(0, limit - length));
    length += chunk.length;
    if (length > limit) overflow?.();
  });
  return () => Buffer.concat(chunks);
}
