import type { Usage } from '../omnimessage/index.ts';
import type { DiffStat } from './diff-stat.ts';
import type { Answer } from './split-answer.ts';

/** What the stream does not tell. */
export interface ReportFacts {
  sessionId: string;
  /** What is to be done, in a few words. */
  title: string;
  /** The login of whoever asked; absent for a schedule. */
  asker?: string;
  startedAt: Date;
  /**
   * What a person must know first, each a sentence of our own: what is less safe than usual, and how to mend
   * it.
   */
  notices: readonly string[];
  caps?: RunCaps;
  /** What tokens cost, in US dollars; absent where the price is not known. */
  costOf?: (usage: Usage) => number;
  links: ReportLinks;
  /** What people said to the run on the way, oldest first. */
  heard?: readonly HeardWords[];
  /** The model's last words, known at the end. */
  answer?: Answer;
  /** Known at the end: what the whole run changed. */
  changedFiles?: readonly ChangedFile[];
}

/** One comment that the run has taken up. */
export interface HeardWords {
  /** A login. */
  by: string;
  text: string;
  /** The comment's page. */
  url: string;
  /** The turn in which the model reads it; absent while no turn has. */
  turn?: number;
}

interface RunCaps {
  turns?: number;
  tokens?: number;
  dollars?: number;
}

/** Addresses; those that are not known are left out. */
interface ReportLinks {
  run?: string;
  /** The run of the Session whose work this one goes on with. */
  earlier?: string;
  pullRequest?: string;
  compare?: string;
  trace?: string;
  summary?: string;
  /** Where CI on the pull request waits for "Approve workflows to run". */
  approveWorkflows?: string;
}

export interface ChangedFile extends DiffStat {
  path: string;
  /** Steps before the run had changed it too: their change went with the run's. */
  alsoChangedBefore: boolean;
}
