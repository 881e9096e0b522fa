/** Blanks apart, everything that a log does not show, or that ends a line for somebody. */
const UNSEEN = /(?!\t)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

const NAMES: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\u001b': '\\e' };

/**
 * One line that is safe on a runner's stdout and stderr: control and invisible characters are shown as
 * escapes, and the runner finds no command in it. It knows two forms: `::name::` where a line begins, and
 * `##[name]` anywhere. It compares by culture, which looks past invisible characters, so that both are broken
 * by a visible one.
 */
export function printable(text: string): string {
  return text
    .replace(UNSEEN, escaped)
    .replaceAll('##[', '##\\[')
    .replace(/^(\s*)::/, '$1\\::');
}

function escaped(char: string): string {
  return NAMES[char] ?? `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`;
}
