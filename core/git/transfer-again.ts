import type { Clock } from '../omnimessage/index.ts';

/** Before a transfer is made again, in milliseconds. git tells no wait that the other side asks for; a minute is GitHub's advice. */
const DELAYS_MS = [2_000, 10_000, 60_000];
/** A transfer that was lost this long after the first began is not made again. */
const PATIENCE_MS = 900_000;

/**
 * Makes a transfer again while the other side cannot be reached. A fetch made twice is made once, and so is a push: it moves a ref from
 * what it is expected to be, or not at all.
 */
export async function transferAgain<Result extends { kind: string }>(
  clock: Clock,
  signal: AbortSignal | undefined,
  transfer: () => Promise<Result>,
): Promise<Result> {
  const begun = clock.monotonic();
  for (const delay of DELAYS_MS) {
    const result = await transfer();
    if (result.kind !== 'unreachable' || clock.monotonic() - begun > PATIENCE_MS) return result;
    await clock.sleep(delay, signal);
    if (signal?.aborted === true) return result;
  }
  return transfer();
}
