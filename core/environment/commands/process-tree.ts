import { type Clock, OVER } from '../../omnimessage/index.ts';
import { type ProcessRow, processIds, readProcess, startedWith } from './process-table.ts';

/** How long processes may take to end by themselves after SIGTERM. */
const TERM_GRACE_MS = 1_000;
const LOOK_AGAIN_MS = 20;
/** SIGKILL is repeated because a process may fork between the look and the signal. */
const KILL_ROUNDS = 50;

/** What one command started. */
export interface ProcessTree {
  /** Who lives now, as targets for `kill`: process ids, and the leader's group as a negative number. */
  members(): number[];
}

/**
 * Follows everything that `leader` starts: by parentage, by group and session, and by `entry` (`NAME=value`), which its environment
 * must hold and every descendant inherits. `older` are the processes from before the spawn, which are not looked at; where there are
 * none to be seen, only the group is followed. What escapes: a process that was reparented before we looked *and* left the session *and* dropped or overwrote its environment.
 * Only a PID namespace catches that one.
 */
export function followProcessTree(leader: number, entry: string, older: ReadonlySet<number>): ProcessTree {
  if (older.size === 0) return { members: () => (isReached(-leader, 0) ? [-leader] : []) };
  const known = new Map<number, number>();

  const isOurs = ({ pid, start, session, group }: ProcessRow) =>
    known.get(pid) === start || session === leader || group === leader || startedWith(pid, entry);

  return {
    members() {
      const younger = processIds().filter((pid) => !older.has(pid));
      const living = withDescendants(
        younger.flatMap((pid) => readProcess(pid) ?? []),
        isOurs,
      );
      for (const { pid, start } of living) known.set(pid, start);
      const group = living.some((row) => row.group === leader) ? [-leader] : [];
      return [...group, ...living.map(({ pid }) => pid)];
    },
  };
}

function withDescendants(rows: ProcessRow[], isOurs: (row: ProcessRow) => boolean): ProcessRow[] {
  const children = new Map<number, ProcessRow[]>();
  for (const row of rows) children.set(row.parent, [...(children.get(row.parent) ?? []), row]);
  const found = new Set(rows.filter(isOurs));
  // A Set grows while it is walked: children of children are reached too.
  for (const { pid } of found) {
    for (const child of children.get(pid) ?? []) found.add(child);
  }
  return [...found];
}

/**
 * Ends every member: SIGTERM, a short grace, SIGKILL until nobody is left. Returns how many there were. `leaderEnded` spares the
 * wait when the leader was the last.
 */
export async function endProcessTree(
  tree: ProcessTree,
  leaderEnded: Promise<unknown>,
  clock: Clock,
): Promise<number> {
  const members = tree.members();
  if (members.length === 0) return 0;
  tell(members, 'SIGTERM');
  await endsByItself(tree, leaderEnded, clock);
  for (let round = 0; round < KILL_ROUNDS; round += 1) {
    const left = tree.members();
    if (left.length === 0) break;
    tell(left, 'SIGKILL');
    await clock.sleep(LOOK_AGAIN_MS);
  }
  return members.filter((target) => target > 0).length;
}

/** Kills every member without grace and without waiting. */
export function killProcessTree(tree: ProcessTree): void {
  tell(tree.members(), 'SIGKILL');
}

async function endsByItself(tree: ProcessTree, leaderEnded: Promise<unknown>, clock: Clock): Promise<void> {
  const enough = new AbortController();
  const deadline = clock.monotonic() + TERM_GRACE_MS;
  await Promise.race([leaderEnded, clock.sleep(TERM_GRACE_MS, enough.signal)]);
  enough.abort(OVER);
  while (clock.monotonic() < deadline && tree.members().length > 0) await clock.sleep(LOOK_AGAIN_MS);
}

function tell(targets: number[], signal: NodeJS.Signals): void {
  for (const target of targets) isReached(target, signal);
}

function isReached(target: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(target, signal);
    return true;
  } catch {
    // It ended meanwhile (ESRCH), or it changed its user by a setuid program (EPERM), and then only the sandbox can hold it.
    return false;
  }
}
