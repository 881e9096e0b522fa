import type { ToolResult } from '../../omnimessage/index.ts';
import type { Closing } from './output-frame.ts';
import type { ToolEnding } from './tool-run.ts';

/** How an output is closed after a tool ended. Precedence: abort, timeout, throw, what the tool says of itself. */
export function closingOf(ending: ToolEnding, timeoutMs: number): Closing {
  switch (ending.kind) {
    case 'aborted':
      return closing(ending.result, 'aborted', ['[interrupted: tool aborted by user]']);
    case 'timed_out':
      return closing(ending.result, 'timeout', [`[timed out after ${timeoutMs} ms]`]);
    case 'threw':
      return closing({ keep: 'both' }, 'failed', []);
    case 'returned':
      return closing(ending.result, ending.result?.stop_reason ?? 'completed', []);
  }
}

function closing(result: ToolResult | undefined, status: Closing['status'], notes: string[]): Closing {
  return {
    status,
    keep: result?.keep ?? 'head',
    notes: [...(result?.notes ?? []), ...notes],
    images: result?.images ?? [],
  };
}
