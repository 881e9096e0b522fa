import { readdirSync, readFileSync } from 'node:fs';

/** A duration for `sleep` that no other process uses, so that the survivors of one test can be counted. */
export function nap(): string {
  nextNap += 1;
  return String(nextNap);
}

let nextNap = 100_000 + (process.pid % 10_000) * 10;

/** Who has to do with a nap: the sleeper and the shells around it. Zombies have no command line. */
export function living(time: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => commandLine(pid).includes(time));
}

/** The processes that are `sleep` itself. */
export function sleepers(time: string): number[] {
  return living(time).filter((pid) => commandLine(pid).startsWith('sleep\0'));
}

function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1');
  } catch {
    return '';
  }
}
