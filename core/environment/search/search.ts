import type { RE2JS } from 're2js';
import type { Glob } from './glob.ts';

/** What is looked for in lines. */
export interface LineQuery {
  /** RE2 syntax, already found valid. */
  pattern: string;
  ignoreCase: boolean;
  /** `pattern` and `ignoreCase` compiled. */
  matcher: RE2JS;
  /** How many lines around a match are given too. */
  context: number;
}

/** Where it is looked for. */
export interface Place {
  /** A file or a folder, as the model wrote it. */
  path: string;
  /** Only files that it matches, by their path below `path`. */
  glob?: Glob;
}

export interface FoundLine {
  /** Relative to the Workspace. */
  path: string;
  /** Counted from 1. */
  number: number;
  text: string;
  kind: 'match' | 'context';
}

/**
 * Looks through the files of the Workspace in the order of their paths, byte by byte compared. Left out: `.git`, links, what a `.gitignore` at
 * or below the Workspace's root excludes (but not the place itself), and for lines also binary and very large files. Ends early, without an
 * error, when `signal` aborts.
 */
export interface Search {
  lines(query: LineQuery, place: Place, signal: AbortSignal): AsyncGenerator<FoundLine>;
  files(place: Place, signal: AbortSignal): AsyncGenerator<string>;
}

/** Larger files are not searched for lines. */
export const MAX_SEARCHED_BYTES = 16 * 1024 * 1024;
