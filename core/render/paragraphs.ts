/** Blocks of Markdown, one below the other; empty ones are left out. */
export function paragraphs(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('\n\n');
}
