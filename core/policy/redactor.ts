import type { Redact, RedactStream } from '../omnimessage/index.ts';
import { formatFinder } from './format-finder.ts';
import { literalFinder } from './literal-finder.ts';
import { secretPatterns } from './secret-patterns.ts';
import { type SecretSpan, type SpanFinder, spansBetween } from './span-finder.ts';

const MASK = '***';

/**
 * Masks every known secret of six characters or more, each line of one that has several, the encodings of
 * both in which tools print them, and tokens of well-known forms. Ciphers that nobody told us of cannot be
 * found: what must not leave must not be readable in the first place. A stream holds back the longest pattern
 * less one character, and no more.
 */
export function createRedact(secrets: readonly string[]): Redact {
  const finders = [literalFinder(secretPatterns(secrets)), formatFinder()];
  return {
    text(text) {
      const stream = createStream(finders);
      return stream.push(text) + stream.flush();
    },
    stream: () => createStream(finders),
  };
}

function createStream(finders: readonly SpanFinder[]): RedactStream {
  const window = Math.max(...finders.map(({ longest }) => longest)) - 1;
  // One unit that is done with, for a form that asks what stands before it, and all that is not decided yet.
  let text = '';
  let decided = 0;
  let maskedEnd = -1;
  let rest: RegExp | undefined;

  function cover(span: SecretSpan): void {
    if (span.end <= maskedEnd) return;
    rest = span.rest;
    maskedEnd = extended(text, span.end, rest);
  }

  /** Writes out everything that stands before `limit`. Spans that overlap or touch become one mask. */
  function write(limit: number): string {
    let written = Math.max(decided, maskedEnd);
    let out = '';
    for (const span of spansBetween(finders, text, decided, limit)) {
      if (span.start > maskedEnd) out += text.slice(written, span.start) + MASK;
      cover(span);
      written = maskedEnd;
    }
    return out + text.slice(written, limit);
  }

  function forget(until: number): void {
    text = text.slice(until);
    decided -= until;
    maskedEnd = Math.max(-1, maskedEnd - until);
  }

  function advance(limit: number): string {
    if (maskedEnd >= decided) maskedEnd = extended(text, maskedEnd, rest);
    const out = write(limit);
    decided = limit;
    forget(Math.max(0, limit - 1));
    return out;
  }

  return {
    push(chunk) {
      text += chunk;
      return advance(Math.max(decided, text.length - window));
    },
    flush: () => advance(text.length),
  };
}

function extended(text: string, end: number, rest: RegExp | undefined): number {
  if (rest === undefined) return end;
  rest.lastIndex = end;
  rest.test(text);
  return Math.max(end, rest.lastIndex);
}
