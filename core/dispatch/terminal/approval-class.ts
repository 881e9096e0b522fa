import type { ToolCallPayload } from '../../omnimessage/index.ts';
import { argsOf } from '../../render/index.ts';

/** Calls that one "always" allows. */
export interface ApprovalClass {
  key: string;
  /** For people: what is allowed from now on. */
  words: string;
}

const FILE_TOOLS: ReadonlySet<string> = new Set(['edit_file', 'write_file']);

/**
 * A file tool is a class of its own, since the walls hold it inside the Workspace. A command is alike only with itself in the same folder,
 * and of anything else only the very same call.
 */
export function approvalClass({ name, arguments: text }: ToolCallPayload): ApprovalClass {
  if (FILE_TOOLS.has(name)) return { key: name, words: `every ${name}` };
  const { command, workdir = '.' } = argsOf(text);
  if (name === 'exec_command' && typeof command === 'string') {
    return { key: JSON.stringify([name, command, workdir]), words: 'this exact command' };
  }
  return { key: JSON.stringify([name, text]), words: 'this exact call' };
}
