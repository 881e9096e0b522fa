/** What the terminal hands in, and what it gets back. */
import type { Outcome, Redact } from '../../omnimessage/index.ts';
import type { ChangedFile, TerminalLine } from '../../render/index.ts';
import type { House, InputName } from '../house.ts';

export interface TerminalHouse
  extends Pick<
    House,
    'clock' | 'newId' | 'random' | 'signal' | 'workspaceDir' | 'scratchDir' | 'environment'
  > {
  /** What was typed, by the name of the setting; what was not is missing. */
  flags: Readonly<Partial<Record<InputName, string>>>;
  /** Who types; the model is told. */
  asker: string;
  /** Where the state of all projects is kept. */
  stateHome: string;
  /** Never printed, stored or sent to the model. */
  secrets: readonly string[];
  detail: TerminalDetail;
  screen: Screen;
  /** Takes what ends every process of the run at once, for an exit that cannot wait. */
  onKill(kill: () => void): void;
}

/** Where a run works, and what it may not tell. */
export interface TerminalPlace {
  house: TerminalHouse;
  redact: Redact;
}

/** `quiet` is the answer and how it ended; `verbose` also what the model says, and how outputs begin. */
export type TerminalDetail = 'quiet' | 'steps' | 'verbose';

/** Where lines go. Those of the run are safe to print when they come. */
export interface Screen {
  line(line: TerminalLine): void;
  /** Shows what happens right now until the next call; where lines cannot be taken back, nothing is shown. */
  live(render: (() => TerminalLine) | undefined): void;
  /**
   * Shows lines, the last one without its end, and resolves to what a person types behind them; undefined when no answer can come
   * any more. One question at a time. Absent where nobody can be asked.
   */
  ask?: (lines: readonly TerminalLine[]) => Promise<string | undefined>;
}

export interface TerminalEnding {
  outcome: Outcome;
  /** Absent when no Session began. */
  sessionId?: string;
  traceFile?: string;
  changedFiles: readonly ChangedFile[];
  /** Wall time of the run. */
  seconds: number;
}
