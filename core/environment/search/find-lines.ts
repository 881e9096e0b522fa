import type { FoundLine, LineQuery } from './search.ts';

type Line = Omit<FoundLine, 'path'>;

/** A match further on in a line is not seen: one line must not hold everybody for seconds. */
const MAX_MATCHED_CHARACTERS = 64 * 1024;

/** The lines of a text that match, and those around them, in order and each once. */
export function* findLines(text: string, { matcher, context }: LineQuery): Generator<Line> {
  const before: Line[] = [];
  let after = 0;
  for (const { number, line } of linesOf(text)) {
    if (matcher.test(line.slice(0, MAX_MATCHED_CHARACTERS))) {
      yield* before.splice(0);
      yield { number, text: line, kind: 'match' };
      after = context;
    } else if (after > 0) {
      yield { number, text: line, kind: 'context' };
      after -= 1;
    } else if (before.push({ number, text: line, kind: 'context' }) > context) {
      before.shift();
    }
  }
}

function* linesOf(text: string): Generator<{ number: number; line: string }> {
  let number = 0;
  for (let start = 0; start < text.length; ) {
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline;
    const line = text.slice(start, text[end - 1] === '\r' ? end - 1 : end);
    number += 1;
    yield { number, line };
    start = end + 1;
  }
}
