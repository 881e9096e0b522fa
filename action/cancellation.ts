/** The exit code of a program that a signal ended. */
export const CANCELLED = 130;

/**
 * The runner cancels a step with SIGINT, after 7.5 seconds SIGTERM, after 2.5 more SIGKILL. The first signal lets the run
 * finish what people see; a second one means now: the post phase finishes the rest, and `beforeExit` is all that there is time for.
 */
export function cancellation({
  signals = ['SIGINT', 'SIGTERM'],
  beforeExit,
}: {
  signals?: readonly NodeJS.Signals[];
  beforeExit?: () => void;
} = {}): AbortSignal {
  const controller = new AbortController();
  const cancel = () => {
    if (!controller.signal.aborted) return controller.abort(new Error('the run was cancelled'));
    beforeExit?.();
    process.exit(CANCELLED);
  };
  for (const signal of signals) process.on(signal, cancel);
  return controller.signal;
}
