/** The record of a Session: an append-only file whose every line proves the one before it. */

export { readTrace } from './reader.ts';
export { openTrace } from './writer.ts';
