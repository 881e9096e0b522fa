import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type Clock, OVER } from '../../omnimessage/index.ts';
import { readCommandOutput } from './command-output.ts';
import type { CommandPipe } from './command-pipes.ts';
import { processIds } from './process-table.ts';
import { endProcessTree, followProcessTree, type ProcessTree } from './process-tree.ts';

/** Every process of a command carries it, so that those which left the group are found again. */
const MARK = 'PENGUIN_CALL';
/** A process in an uninterruptible wait outlives SIGKILL; nobody waits for it longer than this. */
const EXIT_WAIT_MS = 5_000;

export interface Command {
  script: string;
  /** An existing folder, already checked. */
  cwd: string;
  timeoutMs: number;
  signal: AbortSignal;
}

type Exit = { kind: 'exited'; code: number } | { kind: 'killed'; signal: string };
type Stop = { kind: 'timed_out' } | { kind: 'aborted' };

/** `leftBehind`: how many processes still lived when the shell ended. */
export type CommandEnding = (Exit & { leftBehind: number }) | Stop;

export interface RunningCommand {
  /** Both output streams in the order written, without terminal escapes. Unread output slows the command down. */
  output: AsyncGenerator<string>;
  /** Resolves when the command ended and none of its processes lives any more. Never rejects. */
  ended: Promise<CommandEnding>;
}

/** What every command of an Environment shares, and what is this one's. */
export interface Launch {
  shell: string;
  env: Readonly<Record<string, string>>;
  pipe: CommandPipe;
  /** Unguessable and used once. */
  mark: string;
  disposed: AbortSignal;
  clock: Clock;
  /** What runs now: a command is among them until none of its processes lives. */
  living: Set<ProcessTree>;
}

/** Starts a command in a process group and session of its own, without input. Rejects when it cannot start. */
export async function runCommand(command: Command, launch: Launch): Promise<RunningCommand> {
  const { pipe, disposed, clock, mark, living } = launch;
  try {
    disposed.throwIfAborted();
    command.signal.throwIfAborted();
    const older = new Set(processIds());
    const child = startShell(command, launch);
    if (child.pid === undefined) throw await launchFailure(child, launch.shell);
    const over = new AbortController();
    const tree = followProcessTree(child.pid, `${MARK}=${mark}`, older);
    living.add(tree);
    const ended = supervise(child, tree, command, launch).finally(() => {
      living.delete(tree);
      over.abort(OVER);
    });
    return { output: readCommandOutput(pipe.reader, over.signal, clock), ended };
  } catch (error) {
    pipe.reader.destroy();
    throw error;
  } finally {
    pipe.closeWriteEnd();
  }
}

function startShell({ script, cwd }: Command, { shell, env, pipe, mark }: Launch): ChildProcess {
  return spawn(shell, ['-c', '--', script], {
    cwd,
    env: { ...env, [MARK]: mark },
    detached: true,
    stdio: ['ignore', pipe.writeEnd, pipe.writeEnd],
  });
}

async function launchFailure(child: ChildProcess, shell: string): Promise<Error> {
  const [cause] = await once(child, 'error');
  const why = cause instanceof Error ? cause.message : String(cause);
  return new Error(`The command could not be started by ${shell}: ${why}.`, { cause });
}

async function supervise(
  child: ChildProcess,
  tree: ProcessTree,
  command: Command,
  { disposed, clock }: Launch,
): Promise<CommandEnding> {
  const done = new AbortController();
  const exit = exitOf(child);
  const stop = firstStop([command.signal, disposed], command.timeoutMs, clock, done.signal);
  const first = await Promise.race([exit, stop]);
  const leftBehind = await endProcessTree(tree, exit, clock);
  await Promise.race([exit, clock.sleep(EXIT_WAIT_MS, done.signal)]);
  done.abort(OVER);
  return first.kind === 'exited' || first.kind === 'killed' ? { ...first, leftBehind } : first;
}

/** The shell's own exit: a child that keeps the pipe open does not delay it. */
function exitOf(child: ChildProcess): Promise<Exit> {
  return new Promise((resolve) => {
    child.once('exit', (code, signal) =>
      resolve(code === null ? { kind: 'killed', signal: String(signal) } : { kind: 'exited', code }),
    );
  });
}

function firstStop(
  signals: AbortSignal[],
  timeoutMs: number,
  clock: Clock,
  done: AbortSignal,
): Promise<Stop> {
  return new Promise((resolve) => {
    const abort = () => resolve({ kind: 'aborted' });
    for (const signal of signals) {
      signal.addEventListener('abort', abort, { signal: done });
      if (signal.aborted) abort();
    }
    void clock.sleep(timeoutMs, done).then(() => resolve({ kind: 'timed_out' }));
  });
}
