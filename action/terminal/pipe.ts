import type { WriteStream } from 'node:tty';

/** One of the program's outputs. */
export interface Pipe {
  readonly isTerminal: boolean;
  /** Whether it is a terminal that knows colours and can take a line back. */
  readonly redraws: boolean;
  /** Aborts when nobody reads any more: the reader ended (`… | head`), or the terminal was closed. */
  readonly broken: AbortSignal;
  write(text: string): void;
  /** Resolves when everything written so far is out, or never will be. */
  drained(): Promise<void>;
}

/** Writes to `stream` until nobody reads it; what is written then is dropped. */
export function openPipe(stream: WriteStream): Pipe {
  const broken = new AbortController();
  stream.on('error', (error) => broken.abort(error));
  return {
    isTerminal: stream.isTTY === true,
    redraws: stream.isTTY === true && process.env.TERM !== 'dumb',
    broken: broken.signal,
    write(text) {
      if (!broken.signal.aborted) stream.write(text);
    },
    drained: () =>
      new Promise((resolve) => {
        if (broken.signal.aborted) resolve();
        else stream.write('', () => resolve());
      }),
  };
}
