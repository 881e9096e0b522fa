import type { Figure } from './figure.ts';

/** What every section is given. */
export interface BenchSetting {
  /** The Node that runs what is measured: the action's. */
  node: string;
  /** Fewer rounds: for a look, not for a record. */
  quick: boolean;
  /** An empty folder that goes with the bench. */
  scratch: string;
}

/** One part of the bench. */
export interface Section {
  /** What it measures, in half a sentence. */
  title: string;
  measure(setting: BenchSetting): Promise<Figure[]>;
}
