/** A piece of text that must go. */
export interface SecretSpan {
  start: number;
  end: number;
  /** What follows belongs to it as long as this matches; sticky, one class of characters. */
  rest?: RegExp;
}

export interface SpanFinder {
  /** In UTF-16 units, the longest span that it finds, `rest` apart. */
  longest: number;
  /** The first span that begins at `from` or later, but before `before`. */
  next(text: string, from: number, before: number): SecretSpan | undefined;
}

/** All spans that begin from `from` on and before `before`, in their order; they may overlap. */
export function spansBetween(
  finders: readonly SpanFinder[],
  text: string,
  from: number,
  before: number,
): SecretSpan[] {
  return finders
    .flatMap((finder) => [...spansBy(finder, text, from, before)])
    .sort((a, b) => a.start - b.start);
}

function* spansBy(finder: SpanFinder, text: string, from: number, before: number): Generator<SecretSpan> {
  let span = finder.next(text, from, before);
  while (span !== undefined) {
    yield span;
    span = finder.next(text, span.start + 1, before);
  }
}
