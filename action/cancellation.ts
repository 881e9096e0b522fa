/** The exit code of a program that a signal ended. */
export const CANCELLED = 130;

/**
 * The runner cancels a step with SIGINT, after 7.5 seconds SIGTERM, after 2.5 more SIGKILL. The first signal lets the run
 * finish what people see; a second one means now, and the post phase finishes the rest.
 */
export function cancellation(): AbortSignal {
  const controller = new AbortController();
  const cancel = () => {
    if (controller.signal.aborted) process.exit(CANCELLED);
    controller.abort(new Error('the run was cancelled'));
  };
  process.on('SIGINT', cancel);
  process.on('SIGTERM', cancel);
  return controller.signal;
}
