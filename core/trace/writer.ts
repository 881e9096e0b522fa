import { close, fsync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { isRecorded, type OmniMessage, type TraceSink } from '../omnimessage/index.ts';
import { coalesce } from './coalesce.ts';
import { seal } from './line.ts';
import { openFile, traceFileName } from './open-file.ts';
import { writeFailure } from './write-failure.ts';

export interface TraceOptions {
  /** Made when missing, for its owner alone. */
  dir: string;
  /** Letters, digits, `_` and `-`: it becomes part of the file's name. */
  sessionId: string;
  /** Which model context of the Session this is, from 1 (the default). */
  index?: number;
  /**
   * After a compaction: the last sum of the file before. A file that already has lines goes on from its own last
   * one.
   */
  previousSum?: string;
}

export interface Trace extends TraceSink {
  readonly file: string;
  /** The sum of the last record: where the next file of this Session takes up the chain. */
  lastSum(): string;
}

/**
 * Opens `<dir>/<sessionId>_<nnn>.jsonl` for appending, readable by its owner alone. Half a line that a crash left
 * is closed with a newline by the first record. Throws when the folder or the file cannot be made.
 *
 * `append` takes what `isRecorded` accepts and throws on anything else: the Session filters. After the first
 * failure to write or to sync, every call fails with that first cause, because nobody can know what the disk holds
 * by then.
 */
export function openTrace(options: TraceOptions): Trace {
  const file = join(options.dir, traceFileName(options.sessionId, options.index ?? 1));
  const { descriptor, tail } = openFile(options.dir, file);
  let lastSum = tail.lastSum ?? options.previousSum ?? '';
  let prefix = tail.torn ? '\n' : '';
  let unsynced = false;
  let failure: Error | undefined;
  let closed: Promise<void> | undefined;

  const fail = (cause: unknown): Error => {
    failure ??= writeFailure(file, cause);
    return failure;
  };

  const sync = coalesce(async () => {
    if (failure !== undefined) throw failure;
    if (!unsynced) return;
    unsynced = false;
    try {
      await syncToDisk(descriptor);
    } catch (error) {
      throw fail(error);
    }
  });

  const assertOpen = () => {
    if (failure !== undefined) throw failure;
    if (closed !== undefined) throw new Error(`The trace ${file} is closed: nothing can be added to it.`);
  };

  const finish = async () => {
    try {
      await sync();
    } finally {
      await closeFile(descriptor);
    }
  };

  return {
    file,
    lastSum: () => lastSum,
    append(message: OmniMessage) {
      assertOpen();
      assertRecorded(message);
      const { text, sum } = seal(message, lastSum);
      try {
        writeWhole(descriptor, Buffer.from(`${prefix}${text}\n`));
      } catch (error) {
        throw fail(error);
      }
      prefix = '';
      lastSum = sum;
      unsynced = true;
    },
    async commit() {
      assertOpen();
      await sync();
    },
    close() {
      closed ??= finish();
      return closed;
    },
  };
}

const syncToDisk = promisify(fsync);
const closeFile = promisify(close);

function assertRecorded(message: OmniMessage): void {
  if (isRecorded(message)) return;
  const what = message.origin === undefined ? 'partial messages' : "a child's messages";
  throw new Error(
    `A trace keeps no ${what}; found ${message.payload.type}. Ask isRecorded() before append().`,
  );
}

/** One `write(2)` as a rule; the kernel may take less than it was given, on a full disk above all. */
function writeWhole(descriptor: number, bytes: Buffer): void {
  let written = 0;
  while (written < bytes.length) {
    written += writeSync(descriptor, bytes, written, bytes.length - written);
  }
}
