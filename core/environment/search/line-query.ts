import { RE2JS } from 're2js';
import type { LineQuery } from './search.ts';

/** Neither a newline nor the escape for one. */
const WITHIN_A_LINE = /^(?:[^\\\n]|\\[^n\n])*$/;

/** What a search looks for in lines. Throws an Error that says how to write the pattern. */
export function compileQuery(pattern: string, ignoreCase: boolean, context: number): LineQuery {
  if (!WITHIN_A_LINE.test(pattern)) {
    throw new Error(
      'The pattern holds a newline, but matches lie within one line. Search for one of the lines.',
    );
  }
  try {
    const matcher = RE2JS.compile(pattern, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
    return { pattern, matcher, ignoreCase, context };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(
      `${why}. To search for the text itself put \\ before each of . * + ? ( ) [ ] { } | ^ $ \\`,
    );
  }
}
