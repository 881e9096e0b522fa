/** A place in a file; both count from 1. */
export interface Position {
  line: number;
  column: number;
}

export interface Problem {
  position: Position;
  /** What is wrong, with which value, and what to do: a sentence without its full stop. */
  text: string;
}
