import { cpus, loadavg, totalmem, version } from 'node:os';

/** Where the figures were taken: without it they say little. */
export interface Machine {
  system: string;
  cpu: string;
  cores: number;
  memoryMb: number;
  /** Of the last minute, when the bench began: more than the cores means that others were at work. */
  load: number;
  /** The Node that ran the bench itself. */
  benchNode: string;
  /** The Node that ran what was measured. */
  measuredNode: string;
}

export function describeMachine(measuredNode: string): Machine {
  return {
    system: `${process.platform} ${process.arch}, ${version()}`,
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    memoryMb: Math.round(totalmem() / 1e6),
    load: Math.round((loadavg()[0] ?? 0) * 10) / 10,
    benchNode: process.versions.node,
    measuredNode,
  };
}
