import { execFile } from 'node:child_process';
import { closeSync, constants, openSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** One spawn makes several pipes, so that its cost is shared. */
const BATCH = 16;

/** A pipe for one command: both its output streams write into `writeEnd`, so that their order is kept. */
export interface CommandPipe {
  reader: Socket;
  /** A descriptor; the caller hands it to the command and then calls `closeWriteEnd`. */
  writeEnd: number;
  closeWriteEnd(): void;
}

export interface CommandPipes {
  open(): Promise<CommandPipe>;
  /** Closes the pipes that nobody took. */
  close(): void;
}

interface Ends {
  readEnd: number;
  writeEnd: number;
}

/**
 * Real pipes. What Node gives a child instead is a socket, on which `> /dev/stderr` fails and two streams lose their order.
 * `mkfifo` is the path of that program.
 */
export function createCommandPipes(mkfifo: string): CommandPipes {
  const spare: Ends[] = [];
  let closed = false;

  function closeSpare(): void {
    for (const { readEnd, writeEnd } of spare.splice(0)) {
      closeSync(readEnd);
      closeSync(writeEnd);
    }
  }

  return {
    async open() {
      if (spare.length === 0) spare.push(...(await makeEnds(mkfifo)));
      if (closed) closeSpare();
      const ends = spare.pop();
      if (ends === undefined) throw new Error('No pipe for the command: the Environment is closed.');
      return {
        reader: openReader(ends.readEnd),
        writeEnd: ends.writeEnd,
        closeWriteEnd: () => closeSync(ends.writeEnd),
      };
    },
    close() {
      closed = true;
      closeSpare();
    },
  };
}

function openReader(fd: number): Socket {
  const reader = new Socket({ fd, readable: true, writable: false });
  // Whoever reads finds the error in `errored`; without a listener it would end the process.
  reader.on('error', () => reader.destroy());
  return reader;
}

/** The names are gone before the first command runs: only who was handed a descriptor can reach a pipe. */
async function makeEnds(mkfifo: string): Promise<Ends[]> {
  const folder = await mkdtemp(join(tmpdir(), 'penguin-pipes-'));
  try {
    const names = Array.from({ length: BATCH }, (_, index) => join(folder, String(index)));
    await promisify(execFile)(mkfifo, ['-m', '600', ...names], { env: {} });
    return names.map(openBothEnds);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function openBothEnds(name: string): Ends {
  // In this order neither open waits: a reader may come first when it does not block, a writer then finds it.
  const readEnd = openSync(name, constants.O_RDONLY | constants.O_NONBLOCK);
  return { readEnd, writeEnd: openSync(name, constants.O_WRONLY) };
}
