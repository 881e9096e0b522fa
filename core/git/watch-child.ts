import type { ChildProcess } from 'node:child_process';
import type { Clock } from '../omnimessage/index.ts';
import type { GitFailure } from './git-error.ts';

/** How long git may take to remove its lock files before it is killed. */
const GRACE_MS = 2_000;

export interface Watch {
  /** Ends the process; the first cause is the one that counts. */
  stop(cause: GitFailure): void;
  /** Settles when the process is gone and its pipes are closed. */
  ended: Promise<GitFailure>;
}

/**
 * Owns a child process that leads a group of its own: it ends by itself, by abort or by the clock, its own children
 * with it (git's transports would else wait for a silent server for ever), and nothing of the watch outlives it.
 */
export function watchChild(
  child: ChildProcess,
  clock: Clock,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Watch {
  const over = new AbortController();
  let cause: GitFailure | undefined;

  const after = (ms: number, act: () => void) => {
    void clock.sleep(ms, over.signal).then(() => {
      if (!over.signal.aborted) act();
    });
  };
  const stop = (why: GitFailure) => {
    if (cause !== undefined) return;
    cause = why;
    signalGroup(child, 'SIGTERM');
    after(GRACE_MS, () => signalGroup(child, 'SIGKILL'));
  };
  const abort = () => stop({ kind: 'aborted' });

  signal?.addEventListener('abort', abort, { once: true });
  after(timeoutMs, () => stop({ kind: 'timeout', afterMs: timeoutMs }));
  const ended = closed(child).then((end) => {
    over.abort();
    signal?.removeEventListener('abort', abort);
    return cause ?? end;
  });
  return { stop, ended };
}

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch (error) {
    // Gone already: its end is on its way to us.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

function closed(child: ChildProcess): Promise<GitFailure> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ kind: 'not_started', reason: error.message }));
    child.once('close', (code, signal) => {
      if (code === null) resolve({ kind: 'killed', signal: signal ?? 'a signal' });
      else resolve({ kind: 'exit', exitCode: code });
    });
  });
}
