import * as z from 'zod';
import type { BuiltinTool, ToolResult } from '../../omnimessage/index.ts';
import type { CommandRunner } from '../commands/command-runner.ts';
import type { CommandEnding } from '../commands/run-command.ts';
import { defineTool } from '../define-tool.ts';
import type { Workspace } from '../workspace-path.ts';

const DEFAULT_TIMEOUT_MS = 120_000;
const MAX_TIMEOUT_MS = 600_000;
/** The command's own timeout comes first, so that the Environment's is only the last resort. */
const SLACK_MS = 10_000;
/** The kernel takes no longer argument (128 KiB with its end). */
const MAX_COMMAND_BYTES = 128 * 1024 - 1;

export function execCommand(workspace: Workspace, commands: CommandRunner): BuiltinTool {
  return defineTool({
    name: 'exec_command',
    description: `Run a shell command (bash -c) and wait for its end. Its input is empty; output and errors come together in order. Default timeout ${DEFAULT_TIMEOUT_MS} ms, at most ${MAX_TIMEOUT_MS}. Processes that it leaves running are ended with it, so nothing can be started in the background. Long output keeps its head and its tail.`,
    permission: 'rw',
    timeoutMs: MAX_TIMEOUT_MS + SLACK_MS,
    arguments: z.strictObject({
      command: z.string().min(1).describe('The command line.'),
      workdir: z
        .string()
        .min(1)
        .optional()
        .describe('The folder to run in, relative to the workspace root. Default: the root.'),
      timeout_ms: z
        .int()
        .min(1)
        .optional()
        .describe(`Milliseconds, at most ${MAX_TIMEOUT_MS}. Default ${DEFAULT_TIMEOUT_MS}.`),
    }),
    async *execute({ command, workdir = '.', timeout_ms = DEFAULT_TIMEOUT_MS }, ctx) {
      expectRunnable(command);
      const timeoutMs = Math.min(timeout_ms, MAX_TIMEOUT_MS);
      const cwd = await folderPath(workspace, workdir);
      const running = await commands.start({ script: command, cwd, timeoutMs, signal: ctx.signal });
      try {
        for await (const text of running.output) yield ctx.delta(text);
        return report(await running.ended, timeoutMs);
      } finally {
        // Also when the reader left early: the call is not over before its processes are.
        await running.ended;
      }
    },
  });
}

function expectRunnable(command: string): void {
  if (command.includes('\0')) throw new Error('The command holds a NUL character. Send it without.');
  if (Buffer.byteLength(command) > MAX_COMMAND_BYTES) {
    throw new Error(
      `The command is longer than ${MAX_COMMAND_BYTES} bytes. Write it to a file with write_file and run the file.`,
    );
  }
}

async function folderPath(workspace: Workspace, workdir: string): Promise<string> {
  const folder = await workspace.open(workdir, 'folder');
  await folder.handle.close();
  return folder.realPath;
}

function report(ending: CommandEnding, timeoutMs: number): ToolResult {
  switch (ending.kind) {
    case 'exited':
      return { keep: 'both', notes: [...exitNote(ending.code), ...leftNote(ending.leftBehind)] };
    case 'killed':
      return { keep: 'both', notes: [`[killed by ${ending.signal}]`, ...leftNote(ending.leftBehind)] };
    case 'timed_out':
      return {
        keep: 'both',
        stop_reason: 'timeout',
        notes: [`[timed out after ${timeoutMs} ms and was ended]`],
      };
    case 'aborted':
      return { keep: 'both', stop_reason: 'aborted' };
  }
}

function exitNote(code: number): string[] {
  return code === 0 ? [] : [`[exit code: ${code}]`];
}

function leftNote(leftBehind: number): string[] {
  return leftBehind === 0 ? [] : [`[processes that were still running and were ended: ${leftBehind}]`];
}
