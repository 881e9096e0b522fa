import { StringDecoder } from 'node:string_decoder';

export interface LineSplitter {
  write(chunk: Buffer): void;
  /** Gives out what stands after the last line break. */
  end(): void;
}

/**
 * Cuts a stream into lines where the runner does: at LF, at CRLF, and at a lone CR, so that what follows a CR can be
 * a command too. `onText` hears everything, decoded, as it comes.
 */
export function lineSplitter(onLine: (line: string) => void, onText: (text: string) => void): LineSplitter {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  let afterReturn = false;

  const take = (decoded: string) => {
    if (decoded === '') return;
    onText(decoded);
    const text = afterReturn && decoded.startsWith('\n') ? decoded.slice(1) : decoded;
    afterReturn = decoded.endsWith('\r');
    const lines = (rest + text).split(/\r\n|\n|\r/);
    rest = lines.pop() ?? '';
    for (const line of lines) onLine(line);
  };

  return {
    write: (chunk) => take(decoder.write(chunk)),
    end() {
      take(decoder.end());
      if (rest !== '') onLine(rest);
      rest = '';
    },
  };
}
