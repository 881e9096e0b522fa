/** Flags as a table: what is parsed, what help shows and what an error says are the same rows. */
export interface Flag {
  /** What stands for its value in help; absent for a switch. */
  value?: string;
  help: string;
}

export const HELP_FLAG: Flag = { help: 'show this' };

export const RUN_FLAGS = {
  provider: { value: 'name', help: 'whose model works; none is guessed' },
  model: { value: 'name', help: "the model's name at that provider; none is guessed" },
  'base-url': { value: 'url', help: "another address of the provider's API, for example a local server" },
  'approval-mode': {
    value: 'mode',
    help: 'always-ask (default on a terminal), read-only (default elsewhere), deny-all, allow-all',
  },
  unsafe: { help: 'beside --approval-mode allow-all: commands run unasked and without a sandbox' },
  'max-turns': { value: 'count', help: 'requests to the model; default 100, --max-turns=-1 for no limit' },
  'max-minutes': { value: 'count', help: 'wall time; default 30' },
  'max-tokens': { value: 'count', help: 'read and written; default 2000000' },
  json: { help: 'one line of JSON at the end on stdout; the progress goes to stderr' },
  quiet: { help: 'only the answer, and how it ended' },
  verbose: { help: 'also what the model says, and how outputs begin' },
  help: HELP_FLAG,
} as const satisfies Record<string, Flag>;

export const TRACE_FLAGS = {
  json: { help: 'the same as one JSON document' },
  help: HELP_FLAG,
} as const satisfies Record<string, Flag>;
