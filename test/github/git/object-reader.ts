import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { gitEnvironment } from './environment.ts';

export interface GitObject {
  sha: string;
  type: string;
  content: Buffer;
}

/** Reads objects through one long-lived `git cat-file`: a process for each read would be most of a test's time. */
export interface ObjectReader {
  /** What `revision` names, or undefined where it names nothing. */
  read(revision: string): Promise<GitObject | undefined>;
  close(): void;
}

type Asked = (found: GitObject | undefined) => void;
type CatFile = ChildProcessByStdio<Writable, Readable, null>;

const LINE_FEED = 10;

export function objectReader(dir: string): ObjectReader {
  const asked: Asked[] = [];
  let received: Buffer = Buffer.alloc(0);
  let running: CatFile | undefined;

  const take = (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    for (let answer = nextAnswer(received); answer !== undefined; answer = nextAnswer(received)) {
      received = received.subarray(answer.end);
      asked.shift()?.(answer.found);
    }
  };
  const start = (): CatFile => {
    const child = spawn('git', ['-C', dir, 'cat-file', '--batch'], {
      env: gitEnvironment(),
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    child.stdout.on('data', take);
    // A reader that is closed reads no more questions; its end answers them.
    child.stdin.on('error', () => child.stdin.destroy());
    child.on('close', () => {
      running = undefined;
      for (const settle of asked.splice(0)) settle(undefined);
    });
    return child;
  };

  return {
    read(revision) {
      running ??= start();
      running.stdin.write(`${revision.replaceAll('\n', ' ')}\n`);
      return new Promise((resolve) => asked.push(resolve));
    },
    close: () => void running?.kill(),
  };
}

/** The first whole answer: `<sha> <type> <size>`, the content and a line feed; or a line that says what is amiss. */
function nextAnswer(received: Buffer): { found: GitObject | undefined; end: number } | undefined {
  const lineEnd = received.indexOf(LINE_FEED);
  if (lineEnd < 0) return undefined;
  const head = received.toString('utf8', 0, lineEnd);
  const [, sha, type, size] = /^([0-9a-f]{40}) ([a-z]+) (\d+)$/.exec(head) ?? [];
  const start = lineEnd + 1;
  if (sha === undefined || type === undefined) return { found: undefined, end: start };
  const end = start + Number(size);
  if (received.length <= end) return undefined;
  return { found: { sha, type, content: Buffer.from(received.subarray(start, end)) }, end: end + 1 };
}
