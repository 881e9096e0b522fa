/**
 * Everything that shows nothing or reorders what is shown: controls, format and tag characters, fillers,
 * selectors, lone surrogates.
 */
const INVISIBLE = /(?![\t\n])[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu;

/** Whatever some reader takes for the end of a line. */
const LINE_END = /\r\n?|[\v\f\u0085\u2028\u2029]/g;

/**
 * The text that a person sees: every kind of line end becomes `\n`, and nothing invisible but tabs and line
 * ends is left.
 */
export function visible(text: string): string {
  return text.replace(LINE_END, '\n').replace(INVISIBLE, '');
}
