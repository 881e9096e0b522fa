import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { ToolCallPayload } from '../../../core/omnimessage/index.ts';
import { commandSource } from '../session/command-source.ts';

/** Does what a call asks for, as directly as it can be done, and resolves to its output. */
export async function bareTool({ name, arguments: text }: ToolCallPayload): Promise<string> {
  const args = JSON.parse(text || '{}');
  return name === 'exec_command' ? bareCommand(String(args.command)) : 'ok';
}

/** Both output streams are read to their end. Node gives a child sockets here; the product makes one real pipe for both. */
async function bareCommand(command: string): Promise<string> {
  const child = spawn('/bin/bash', ['-c', '--', command], {
    env: commandSource(),
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
    });
  }
  await once(child, 'close');
  return output === '' ? '[no output]' : output;
}
