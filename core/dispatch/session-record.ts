import type { HeardWords } from '../render/index.ts';
import type { Recurrence } from './recurrence.ts';

/** What must be known of a Session to finish it from outside when its process is gone. Plain JSON. */
export interface SessionRecord {
  sessionId: string;
  title: string;
  /** The login of whoever asked; absent for a schedule. */
  asker?: string;
  /** ISO-8601. */
  startedAt: string;
  /** What the Report says first. */
  notices: string[];
  /** The limits that the Report shows progress against; absent where there is none. */
  caps: { turns?: number; tokens?: number };
  /** Where the Session reports, and the comment that gave the order, if one did; absent for a Task without a Thread. */
  thread?: { number: number; commandId?: number; eyes?: number };
  /** What a Task without a Thread has in common with others of its kind; absent for one with a Thread. */
  recurrence?: Recurrence;
  commentId?: number;
  /** What people said on the way: words that were taken up are never lost. */
  heard?: readonly HeardWords[];
  traceFile?: string;
  /** The changes as a patch, kept beside the trace when they were not published. */
  patchFile?: string;
  /** Pushed already. */
  branch?: string;
}

/** Reads what a phase of this very run kept; `kept` is never empty. */
export function readSessionRecord(kept: string): SessionRecord {
  return JSON.parse(kept);
}
