import { readFile } from 'node:fs/promises';
import type { OmniMessage, UnknownEvent } from '../omnimessage/index.ts';
import { unseal } from './line.ts';
import { createDecoder } from './message-decoder.ts';
import { type Line, splitLines } from './split-lines.ts';

export interface TraceProblem {
  /** Counted from 1. */
  line: number;
  /**
   * `torn_tail`: a record that a crash cut, at the file's end or where a later writer went on. `bad_json`,
   * `bad_sum`: a line that is not what was written, or that does not follow the one before it. `invalid`: written
   * as it stands, but no message.
   */
  kind: 'torn_tail' | 'bad_sum' | 'bad_json' | 'invalid';
  complaint: string;
}

export interface TraceReading {
  /** Everything up to the first damage: always a beginning of what was written, never anything else. */
  messages: (OmniMessage | UnknownEvent)[];
  /** No whole record is known to be damaged or missing. A torn tail was never whole. */
  complete: boolean;
  problems: TraceProblem[];
  /** The sum of the last message read; the file after a compaction starts from it. */
  lastSum: string;
}

/**
 * Reads and verifies a trace. `previousSum` is the last sum of the file before, when this one follows a compaction.
 * Damage is reported, never thrown; throws when the file cannot be read or when a newer version wrote it.
 *
 * Whole lines cut off at the very end leave no mark: whoever must notice that compares `lastSum` with one kept
 * elsewhere.
 */
export async function readTrace(file: string, previousSum = ''): Promise<TraceReading> {
  const bytes = await readFile(file);
  const reading: TraceReading = { messages: [], complete: true, problems: [], lastSum: previousSum };
  const decodeLine = createDecoder(file);
  let broken: Line[] = [];

  for (const line of splitLines(bytes)) {
    const opened = unseal(bytes, line.start, line.end, reading.lastSum);
    if (opened === undefined) {
      broken.push(line);
      continue;
    }
    // It follows the last good line, so what stands between the two is in no chain and nothing is missing.
    reading.problems.push(...broken.map((between) => skippedLine(bytes, between)));
    broken = [];
    const decoded = decodeLine(JSON.parse(opened.json));
    if (decoded.kind === 'invalid') {
      return stopAt(reading, { line: line.number, kind: 'invalid', complaint: decoded.complaint });
    }
    reading.messages.push(decoded.message);
    reading.lastSum = opened.sum;
  }
  const [first] = broken;
  return first === undefined ? reading : stopAt(reading, brokenLine(bytes, first));
}

/** Nothing good follows this problem. Only an unfinished last record is no damage. */
function stopAt(reading: TraceReading, problem: TraceProblem): TraceReading {
  reading.problems.push(problem);
  reading.complete = problem.kind === 'torn_tail';
  return reading;
}

function brokenLine(bytes: Buffer, { number, start, end, terminated }: Line): TraceProblem {
  if (!terminated) return { line: number, kind: 'torn_tail', complaint: 'The last record is incomplete.' };
  const fault = jsonFault(bytes.toString('utf8', start, end));
  if (fault !== undefined) return { line: number, kind: 'bad_json', complaint: fault };
  const complaint = 'Its sum does not fit: it was changed, or the line before it is missing or changed.';
  return { line: number, kind: 'bad_sum', complaint };
}

function skippedLine(bytes: Buffer, line: Line): TraceProblem {
  const problem = brokenLine(bytes, line);
  if (problem.kind !== 'bad_json') return problem;
  return {
    ...problem,
    kind: 'torn_tail',
    complaint: 'A crash cut this record; a later writer went on after it.',
  };
}

/** What `JSON.parse` has to say about a text, if anything. */
function jsonFault(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
