import { perform } from '../../action/terminal/perform.ts';
import { createRedact } from '../../core/policy/index.ts';
import type { TerminalRun } from './stage.ts';

/** What a command line prints and how it exits, without a process of its own. */
export async function typed(args: string[]): Promise<TerminalRun> {
  const printed = { out: '', err: '' };
  const pipe = (name: 'out' | 'err') => ({
    isTerminal: false,
    redraws: false,
    broken: new AbortController().signal,
    write: (text: string) => {
      printed[name] += text;
    },
    drained: async () => undefined,
  });
  const code = await perform(args, { out: pipe('out'), err: pipe('err'), redact: createRedact([]) });
  return { code, stdout: printed.out, stderr: printed.err };
}
