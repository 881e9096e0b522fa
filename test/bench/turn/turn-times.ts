/** Which turns are looked at: ten around each. */
const EARLY = { from: 5, to: 15 };
const LATE = { from: 195, to: 205 };
/** How many turns a Task of the bench has. */
export const TURNS = 210;

/** Per turn, in microseconds. */
export interface TurnCost {
  wall: number;
  /** Of this process alone: what a command itself spends is not in it. */
  cpu: number;
}

export interface TurnTimes {
  early: TurnCost;
  late: TurnCost;
  /** Records written in a whole Task: both sides must have done the same. */
  records: number;
}

/** Notes when turns begin. */
export interface TurnWatch {
  turnBegins(): void;
  times(records: number): TurnTimes;
}

export function watchTurns(): TurnWatch {
  const marks: { wall: number; cpu: NodeJS.CpuUsage }[] = [];

  function costBetween({ from, to }: { from: number; to: number }): TurnCost {
    const [first, last] = [marks[from], marks[to]];
    if (first === undefined || last === undefined) throw new Error(`the Task had only ${marks.length} turns`);
    const cpu = last.cpu.user + last.cpu.system - first.cpu.user - first.cpu.system;
    return { wall: ((last.wall - first.wall) * 1000) / (to - from), cpu: cpu / (to - from) };
  }

  return {
    turnBegins: () => void marks.push({ wall: performance.now(), cpu: process.cpuUsage() }),
    times: (records) => ({ early: costBetween(EARLY), late: costBetween(LATE), records }),
  };
}
