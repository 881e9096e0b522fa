import type { ToolCallOutputPayload, ToolCallPayload } from '../omnimessage/index.ts';
import { plainLine } from '../policy/index.ts';
import { argsOf } from './describe-call.ts';
import { type DiffStat, diffStat, showStat } from './diff-stat.ts';

/** What came of a call: plain text, one line, bounded; empty when there is nothing to say. */
export interface DescribedOutput {
  result: string;
  failed: boolean;
  /** What a file tool changed. */
  change?: DiffStat;
}

const MAX_RESULT = 160;

/** Facts about a command stand at the very end of its output. */
const NOTES_LENGTH = 400;

export function describeOutput(call: ToolCallPayload, output: ToolCallOutputPayload): DescribedOutput {
  switch (output.stop_reason ?? 'completed') {
    case 'completed':
      return describeCompleted(call, output.output);
    case 'timeout':
      return { result: 'timed out', failed: true };
    case 'aborted':
      return { result: 'aborted', failed: true };
    case 'failed':
    case 'malformed':
    case 'auth':
      return { result: `failed: ${plainLine(output.output, MAX_RESULT)}`, failed: true };
  }
}

function describeCompleted(call: ToolCallPayload, output: string): DescribedOutput {
  switch (call.name) {
    case 'exec_command':
      return describeExit(output.slice(-NOTES_LENGTH));
    case 'edit_file':
    case 'write_file':
      return describeChange(changeOf(call, output));
    default:
      return { result: '', failed: false };
  }
}

/** A command that ended well gets no note. */
function describeExit(notes: string): DescribedOutput {
  const signal = /^\[killed by (SIG[A-Z0-9]{2,10})\]$/m.exec(notes)?.[1];
  if (signal !== undefined) return { result: `killed by ${signal}`, failed: true };
  const code = /^\[exit code: (\d{1,3})\]$/m.exec(notes)?.[1] ?? '0';
  return { result: `exit ${code}`, failed: code !== '0' };
}

function describeChange(change: DiffStat): DescribedOutput {
  return { result: showStat(change), failed: false, change };
}

/** A file that was created comes without a diff. */
function changeOf(call: ToolCallPayload, output: string): DiffStat {
  const { content } = argsOf(call.arguments);
  if (call.name !== 'write_file' || !output.startsWith('Created ') || typeof content !== 'string')
    return diffStat(output);
  return { additions: content.replace(/\n$/, '').split('\n').length, deletions: 0 };
}
