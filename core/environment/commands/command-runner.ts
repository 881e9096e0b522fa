import { setMaxListeners } from 'node:events';
import type { Clock, NewId } from '../../omnimessage/index.ts';
import { commandEnvironment } from './command-environment.ts';
import { createCommandPipes } from './command-pipes.ts';
import { findProgram } from './find-program.ts';
import { killProcessTree, type ProcessTree } from './process-tree.ts';
import { type Command, type RunningCommand, runCommand } from './run-command.ts';

export interface CommandRunner {
  start(command: Command): Promise<RunningCommand>;
  /** Ends every command and refuses new ones. Idempotent. */
  dispose(): Promise<void>;
  /** Kills every command at once and refuses new ones. */
  kill(): void;
}

export interface CommandPorts {
  /** The command environment's source, filtered again here. */
  env: Readonly<Record<string, string>>;
  /** The Workspace's real path: none of the programs that we start is taken from there. */
  workspace: string;
  clock: Clock;
  newId: NewId;
}

/** Runs shell commands so that the shell's exit ends the call and no process survives it. */
export function createCommandRunner({ env, workspace, clock, newId }: CommandPorts): CommandRunner {
  const allowed = commandEnvironment(env);
  const program = (name: string) => findProgram(name, allowed.PATH ?? '', workspace);
  const shell = program('bash') ?? '/bin/sh';
  const pipes = createCommandPipes(program('mkfifo') ?? '/usr/bin/mkfifo');
  const disposal = new AbortController();
  // Every running command listens; Node would take more than ten for a leak.
  setMaxListeners(0, disposal.signal);
  const running = new Set<Promise<unknown>>();
  const living = new Set<ProcessTree>();

  async function launch(command: Command): Promise<RunningCommand> {
    const pipe = await pipes.open();
    const mark = newId();
    return runCommand(command, { shell, env: allowed, pipe, mark, disposed: disposal.signal, clock, living });
  }

  return {
    start(command) {
      const started = launch(command);
      const whole = Promise.allSettled([started.then(({ ended }) => ended)]);
      running.add(whole);
      void whole.then(() => running.delete(whole));
      return started;
    },
    async dispose() {
      disposal.abort();
      pipes.close();
      await Promise.all(running);
    },
    kill() {
      disposal.abort();
      for (const tree of living) killProcessTree(tree);
    },
  };
}
