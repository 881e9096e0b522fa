import { closeSync, fsync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { isCommitPoint, type OmniMessage } from '../../../core/omnimessage/index.ts';

const syncToDisk = promisify(fsync);

/** A record as a bare program keeps it: one `write` a line, and on disk where the product's is. It carries no sums. */
export function openBareTrace(folder: string) {
  const descriptor = openSync(join(folder, 'bare.jsonl'), 'a', 0o600);
  let records = 0;
  return {
    records: () => records,
    async record(message: OmniMessage): Promise<void> {
      writeSync(descriptor, Buffer.from(`${JSON.stringify(message)}\n`));
      records += 1;
      if (isCommitPoint(message)) await syncToDisk(descriptor);
    },
    close: () => closeSync(descriptor),
  };
}
