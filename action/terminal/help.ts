import { listProviders } from '../../core/index.ts';
import { type Flag, RUN_FLAGS, TRACE_FLAGS } from './flags.ts';

const WIDTH = 24;

function flagLines(flags: Readonly<Record<string, Flag>>): string {
  return Object.entries(flags)
    .map(([name, { value, help }]) => {
      const typed = value === undefined ? `--${name}` : `--${name} <${value}>`;
      return `  ${typed.padEnd(WIDTH)} ${help}`;
    })
    .join('\n');
}

export const PENGUIN_HELP = `penguin: an agent that works in the git repository you stand in

  penguin run "<task>"     do a task here; changes stay uncommitted in the working tree
  penguin trace <file>     read the record of a run as a story
  penguin <command> --help
  penguin --version

Example:
  export DEEPSEEK_API_KEY=…
  penguin run "fix the failing date test" --provider deepseek --model deepseek-v4-flash
`;

export async function runHelp(): Promise<string> {
  const providers = await listProviders();
  return `penguin run "<task>" --provider <name> --model <name> [flags]

Does a task in the git repository you stand in. Before anything that can change something it asks:
y allows it once, n denies it (words behind the n tell the agent what to do instead), a allows it
for the rest of the run: the same command, or every call of the same file tool. Reading is never
asked about. A task that begins with "ask" is a question: only tools that read may run.

Nothing is committed. Ctrl-C stops and tells what was done; twice stops at once.

${flagLines(RUN_FLAGS)}

Providers: ${providers.join(', ')}.
The key comes from the provider's own variable, such as OPENAI_API_KEY or ANTHROPIC_API_KEY, else
from PENGUIN_API_KEY. Records are kept below PENGUIN_HOME (default ~/.penguin/data).

Exit codes: 0 answered, changed or nothing to change · 1 blocked, failed or at a limit · 2 wrong
settings · 3 denied · 4 refused · 130 stopped.

Examples:
  penguin run "ask how are dates parsed here?" --provider anthropic --model <name>
  penguin run "fix the date test" --provider openai-compatible --base-url http://127.0.0.1:8000/v1 --model <name>
  penguin run "update the changelog" --provider deepseek --model <name> --json > end.json
`;
}

export const TRACE_HELP = `penguin trace <file> [flags]

Reads the record of a run (JSON lines) as a story: the session, the prompt, each turn with its
calls, decisions, exit codes and durations, what it used and how it ended. A damaged record is read
up to where it is whole, and the line is named.

${flagLines(TRACE_FLAGS)}

Exit codes: 0 whole · 1 damaged · 2 no trace.

Examples:
  penguin trace ~/.penguin/data/dates-1f6c03ab/agents/default/traces/session-…_001.jsonl
  penguin trace session-…_001.jsonl --json | jq .outcome
`;
