/** What Markdown has open at the end of a line and somebody must close. */
export interface OpenMarkup {
  /** The line that would close the fence. */
  fence?: string;
  /** How many `<details>`. */
  details: number;
}

const OPENER = /^( *)(`{3,}(?=[^`]*$)|~{3,})/;

/** What is open after `line`, given what was open before it. The same object if nothing changed. */
export function openAfter(open: OpenMarkup, line: string): OpenMarkup {
  if (open.fence !== undefined) return closesFence(open.fence, line) ? { details: open.details } : open;
  const [, indent, marker] = OPENER.exec(line) ?? [];
  if (indent !== undefined && marker !== undefined) return { ...open, fence: indent + marker };
  const details = Math.max(0, open.details + detailsIn(line));
  return details === open.details ? open : { details };
}

/** The lines that close everything. */
export function closing({ fence, details }: OpenMarkup): string {
  return (fence === undefined ? '' : `\n${fence}`) + '\n\n</details>'.repeat(details);
}

function closesFence(fence: string, line: string): boolean {
  const marker = fence.trim();
  const run = line.trim();
  return run.length >= marker.length && run === marker.charAt(0).repeat(run.length);
}

function detailsIn(line: string): number {
  const text = line.replace(/`[^`]*`/g, '');
  return (text.match(/<details\b/gi) ?? []).length - (text.match(/<\/details>/gi) ?? []).length;
}
