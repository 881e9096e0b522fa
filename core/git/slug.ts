const MAX_LENGTH = 40;
/** For a text that has no letter or digit of ASCII. */
const NAMELESS = 'task';

/**
 * A short piece of a branch name made from any text: lower-case ASCII, digits and single dashes, never empty, at
 * most 40 characters.
 */
export function slug(text: string): string {
  // Titles are short; what is longer cannot add to the first 40 characters.
  const words = text
    .slice(0, 1_000)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  return joinUpTo(words ?? [], MAX_LENGTH) || NAMELESS;
}

/** Whole words while they fit; a first word that is too long is cut. */
function joinUpTo(words: readonly string[], limit: number): string {
  let joined = (words[0] ?? '').slice(0, limit);
  for (const word of words.slice(1)) {
    if (joined.length + 1 + word.length > limit) break;
    joined += `-${word}`;
  }
  return joined;
}
