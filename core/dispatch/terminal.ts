/** The terminal's doors. What does the work loads when it is wanted, also because the action, which passes here, wants none of it. */

import type { TerminalEnding, TerminalHouse } from './terminal/house.ts';
import type { TraceTelling } from './terminal/tell-trace.ts';

/** Does a task in the repository that the terminal stands in. Every ending is an ending; only a fault of ours throws. */
export async function runInTerminal(task: string, house: TerminalHouse): Promise<TerminalEnding> {
  const work = await import('./terminal/run-in-terminal.ts');
  return work.runInTerminal(task, house);
}

/** Reads a trace as a story, up to where it is whole. */
export async function tellTrace(file: string): Promise<TraceTelling> {
  const work = await import('./terminal/tell-trace.ts');
  return work.tellTrace(file);
}

/** For help: the names that a provider can have. */
export async function listProviders(): Promise<string[]> {
  const { providerNames } = await import('../llm/index.ts');
  return providerNames();
}
