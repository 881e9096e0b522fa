/** The runner's side channels (log, annotations, outputs, state, summary), all by its own toolkit. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Log } from '../core/index.ts';

type Toolkit = typeof import('./toolkit.ts');

export interface Runner {
  log: Log;
  /** Hides a value in the runner's log from now on. */
  mask(secret: string): void;
  annotate(level: 'notice' | 'warning' | 'error', text: string): void;
  output(name: string, value: string): void;
  /** Kept for the phase that follows, also when this one is killed. */
  saveState(name: string, value: string): void;
  /** Puts Markdown on the job's summary page, and into a file that later steps can read. */
  summary(markdown: string, file: string): void;
  /** Resolves when everything said so far is written. */
  settled(): Promise<void>;
}

export interface RunnerOptions {
  /** Hidden in the runner's log before anything is printed. */
  secrets: readonly string[];
  /** Makes text safe to print: the runner looks for commands in every line of a log. */
  printable(text: string): string;
  /** The runner's own file for the summary page. */
  summaryPage: string | undefined;
}

/** The first request does not need the toolkit: it loads when there is something to say, and what is said waits for it in order. */
export function openRunner({ secrets, printable, summaryPage }: RunnerOptions): Runner {
  let loading: Promise<Toolkit> | undefined;
  let queue: Promise<void> = Promise.resolve();
  const load = async () => {
    const core = await import('./toolkit.ts');
    for (const secret of secrets) core.setSecret(secret);
    return core;
  };
  const say = (act: (core: Toolkit) => void) => {
    loading ??= load();
    const loaded = loading;
    queue = queue.then(async () => act(await loaded));
  };
  return {
    log: {
      debug: (text) => say((core) => core.debug(printable(text))),
      info: (text) => say((core) => core.info(printable(text))),
      warn: (text) => say((core) => core.warning(printable(text))),
    },
    mask: (secret) => say((core) => core.setSecret(secret)),
    annotate: (level, text) => say((core) => core[level](printable(text))),
    output: (name, value) => say((core) => core.setOutput(name, value)),
    saveState: (name, value) => say((core) => core.saveState(name, value)),
    summary: (markdown, file) =>
      say(() => {
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, markdown);
        if (summaryPage !== undefined) writeFileSync(summaryPage, markdown, { flag: 'a' });
      }),
    settled: () => queue,
  };
}
