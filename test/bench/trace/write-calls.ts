import { existsSync, readFileSync } from 'node:fs';

const COUNTERS = '/proc/self/io';

/** How often this process called `write(2)` while `act` ran; undefined where the kernel does not count. */
export function writeCallsOf(act: () => void): number | undefined {
  if (!existsSync(COUNTERS)) return undefined;
  const before = writeCalls();
  act();
  return writeCalls() - before;
}

function writeCalls(): number {
  return Number(/^syscw: (\d+)$/m.exec(readFileSync(COUNTERS, 'utf8'))?.[1]);
}
