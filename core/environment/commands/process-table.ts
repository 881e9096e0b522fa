import { readdirSync, readFileSync } from 'node:fs';

/** A living process as `/proc` shows it; zombies are left out. */
export interface ProcessRow {
  pid: number;
  parent: number;
  group: number;
  session: number;
  /** Clock ticks since boot: together with `pid` it names one process for ever. */
  start: number;
}

/** The ids of all processes; empty where there is no `/proc`. */
export function processIds(): number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isInteger);
  } catch {
    // Another system: callers fall back to the process group.
    return [];
  }
}

/** One process; nothing when it ended or is a zombie. */
export function readProcess(pid: number): ProcessRow | undefined {
  const stat = readProc(`/proc/${pid}/stat`);
  // The program's name stands in parentheses and may itself hold blanks and parentheses.
  const [state, parent, group, session, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (state === undefined || state === '' || state === 'Z' || state === 'X') return undefined;
  return {
    pid,
    parent: Number(parent),
    group: Number(group),
    session: Number(session),
    start: Number(rest[START_AFTER_SESSION]),
  };
}

/** Whether the environment that a process was started with holds `entry` (`NAME=value`). */
export function startedWith(pid: number, entry: string): boolean {
  return `\0${readProc(`/proc/${pid}/environ`)}`.includes(`\0${entry}\0`);
}

/** `starttime` is the 22nd field of stat, `session` the 6th. */
const START_AFTER_SESSION = 15;

function readProc(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    // It ended meanwhile, or belongs to somebody else; we could not signal it either.
    return '';
  }
}
