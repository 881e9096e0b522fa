/** Every blank that a keyboard or an editor gives, no-break ones too; nothing of zero width. */
const BLANK = '[\\t \\u00a0\\u1680\\u2000-\\u200a\\u202f\\u205f\\u3000]';

/** ASCII letters only: without the `u` flag, `i` folds nothing else into them. */
const COMMAND_LINE = new RegExp(`^${BLANK}*/penguin(?:${BLANK}+([^\\n]*))?(?=\\n|$)`, 'i');

/** What follows `/penguin` on the first line of `text`; undefined if that is no command line. */
export function afterPenguin(text: string): string | undefined {
  const match = COMMAND_LINE.exec(text);
  return match === null ? undefined : (match[1] ?? '').trim();
}
