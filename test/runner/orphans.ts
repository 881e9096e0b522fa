import { readdirSync, readFileSync } from 'node:fs';

/**
 * Ends the processes that a job left behind, as the runner does: those that still carry the job's tracking id in
 * their environment. Gives their ids. Where there is no /proc, none are found.
 */
export function endOrphans(trackingId: string): number[] {
  return endCarriers(`RUNNER_TRACKING_ID=${trackingId}`);
}

/** The same for any variable of the environment that processes inherit, written `NAME=value`. */
export function endCarriers(variable: string): number[] {
  const orphans = processIds().filter((id) => carries(id, variable));
  for (const id of orphans) end(id);
  return orphans;
}

function processIds(): number[] {
  try {
    return readdirSync('/proc')
      .map(Number)
      .filter((id) => id > 0 && id !== process.pid);
  } catch (error) {
    return ignore(error, ['ENOENT'], []);
  }
}

function carries(id: number, variable: string): boolean {
  try {
    return readFileSync(`/proc/${id}/environ`, 'utf8').split('\0').includes(variable);
  } catch (error) {
    return ignore(error, ['ENOENT', 'EACCES', 'EPERM', 'ESRCH'], false);
  }
}

function end(id: number): void {
  try {
    process.kill(id, 'SIGKILL');
  } catch (error) {
    ignore(error, ['ESRCH'], undefined);
  }
}

/** Processes come and go while they are looked at, and some belong to others. */
function ignore<Value>(error: unknown, codes: string[], value: Value): Value {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (!codes.includes(code)) throw error;
  return value;
}
