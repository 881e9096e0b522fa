import type { Outcome, PlanItem, Usage } from '../omnimessage/index.ts';
import type { DiffStat } from './diff-stat.ts';

/** A run as a reader of its stream knows it. All texts are plain and bounded, and none is escaped yet. */
export interface ReportView {
  status: RunStatus;
  model?: { provider: string; modelId: string };
  plan: readonly PlanItem[];
  /** In the order in which they started. */
  running: readonly RunningCall[];
  /** The latest, the last one last; `elided` are not among them. */
  steps: readonly Step[];
  elided: number;
  /** By path, as far as file tools changed them; a command may have changed others. */
  changes: ReadonlyMap<string, DiffStat>;
  /** The latest, the last one last; `denials` counts all. */
  denied: readonly DeniedCall[];
  denials: number;
  /** Calls that wait for a person. */
  asks: readonly OpenAsk[];
  turns: number;
  retries: number;
  usage: Usage;
}

export type RunStatus =
  | { kind: 'working' }
  /** The model's request failed and is made again at `until`, in milliseconds since 1970. */
  | { kind: 'retrying'; attempt: number; until: number; reason: string }
  | { kind: 'compacting' }
  /** `at` in milliseconds since 1970. */
  | { kind: 'ended'; outcome: Outcome; at: number };

export interface Step {
  verb: string;
  targets: readonly string[];
  result: string;
  failed: boolean;
  durationMs: number;
}

export interface RunningCall {
  verb: string;
  target: string;
  /** In milliseconds since 1970. */
  since: number;
}

export interface DeniedCall {
  verb: string;
  target: string;
  reason: string;
}

export interface OpenAsk {
  toolCallId: string;
  target: string;
  level: string;
  reason: string;
  expiresAt: string;
}
