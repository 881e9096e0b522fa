/** The record of a Session: an append-only file whose every line proves the one before it. */

export { readTrace, type TraceProblem, type TraceReading } from './reader.ts';
export { openTrace, type Trace, type TraceOptions } from './writer.ts';
