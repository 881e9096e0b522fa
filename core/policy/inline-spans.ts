export type Span = { kind: 'text' | 'code'; text: string };

const COMMENT_START = '<!--';
const COMMENT_END = '-->';
const SPECIAL = /\\[!-/:-@[-`{-~]|`+|<!--/g;

/** What a table's delimiter row is made of, also inside a list or a quote. */
const ROW_MARKS = /^[ \t>*+\d.)|:-]+$/;

/**
 * Cuts text into code spans and everything else, HTML comments removed. Only a span that ends on its own line
 * counts: what parsers may see differently stays text. Where there may be a table, a span with a pipe is
 * text, because a table is cut into cells first.
 */
export function inlineSpans(text: string): Span[] {
  const found: Span[] = [];
  for (const span of spansOf(text)) {
    const last = found.at(-1);
    if (span.kind === 'text' && last?.kind === 'text') last.text += span.text;
    else if (span.text !== '') found.push(span);
  }
  return found;
}

function* spansOf(text: string): Generator<Span> {
  const special = new RegExp(SPECIAL);
  const closerOf = closers(text);
  const tabular = mayHoldTable(text);
  let from = 0;
  for (let match = special.exec(text); match !== null; match = special.exec(text)) {
    const [token] = match;
    const closer = closerOf(token, special.lastIndex);
    if (closer === undefined) continue;
    const inner = text.slice(special.lastIndex, closer.at);
    if (token !== COMMENT_START && tabular && inner.includes('|')) continue;
    yield { kind: 'text', text: text.slice(from, match.index) };
    if (token !== COMMENT_START) yield { kind: 'code', text: unpad(inner) };
    from = closer.at + closer.length;
    special.lastIndex = from;
  }
  yield { kind: 'text', text: text.slice(from) };
}

interface Closer {
  at: number;
  length: number;
}

/**
 * Finds where what `token` opens, right before `from`, is closed. Line ends are looked for once a line: a
 * line may hold thousands of backticks.
 */
function closers(text: string): (token: string, from: number) => Closer | undefined {
  const lastCommentEnd = text.lastIndexOf(COMMENT_END);
  let lineEnd = -1;
  return (token, from) => {
    if (token.startsWith('\\')) return undefined;
    if (token === COMMENT_START) {
      if (from > lastCommentEnd) return undefined;
      return { at: text.indexOf(COMMENT_END, from), length: COMMENT_END.length };
    }
    if (from > lineEnd) lineEnd = endOfLine(text, from);
    for (const run of text.slice(from, lineEnd).matchAll(/`+/g)) {
      if (run[0] === token) return { at: from + run.index, length: token.length };
    }
    return undefined;
  };
}

function endOfLine(text: string, from: number): number {
  const newline = text.indexOf('\n', from);
  return newline < 0 ? text.length : newline;
}

function mayHoldTable(text: string): boolean {
  return text.includes('|') && text.split('\n').some((line) => line.includes('-') && ROW_MARKS.test(line));
}

/** One blank at each end belongs to the marks, as Markdown has it. */
function unpad(content: string): string {
  return /^ .*[^ ].* $/.test(content) ? content.slice(1, -1) : content;
}
