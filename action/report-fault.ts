import type { Runner } from './runner.ts';

/** The one place where what nobody expected ends: a sentence instead of a stack trace, and a failed step. */
export function reportFault(runner: Runner, error: unknown): number {
  const what = error instanceof Error ? error.message : String(error);
  runner.annotate('error', `Penguin stopped by a fault: ${what}`);
  if (error instanceof Error && error.stack !== undefined) runner.log.debug(error.stack);
  return 1;
}
