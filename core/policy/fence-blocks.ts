export type Block =
  | { kind: 'text'; text: string }
  | { kind: 'fence'; text: string; info: string; indent: string };

interface OpenFence {
  indent: string;
  marker: string;
  info: string;
  lines: string[];
}

const OPENER = /^( *)(`{3,}(?=[^`]*$)|~{3,})(.*)$/;

/**
 * Cuts Markdown into fenced code and everything else. A fence without an end reaches to the end of the text.
 * Fences in quotes are text.
 */
export function fenceBlocks(markdown: string): Block[] {
  const blocks: Block[] = [];
  let text: string[] = [];
  let open: OpenFence | undefined;

  function endText(): void {
    if (text.length > 0) blocks.push({ kind: 'text', text: text.join('\n') });
    text = [];
  }
  function endFence(fence: OpenFence): void {
    blocks.push({ kind: 'fence', text: fence.lines.join('\n'), info: fence.info, indent: fence.indent });
    open = undefined;
  }

  for (const line of markdown.split('\n')) {
    if (open !== undefined) {
      if (closes(line, open)) endFence(open);
      else open.lines.push(dedent(line, open.indent.length));
      continue;
    }
    const fence = openerOf(line);
    if (fence === undefined) text.push(line);
    else {
      endText();
      open = fence;
    }
  }
  if (open !== undefined) endFence(open);
  endText();
  return blocks;
}

function openerOf(line: string): OpenFence | undefined {
  const match = OPENER.exec(line);
  if (match === null) return undefined;
  const [, indent = '', marker = '', info = ''] = match;
  return { indent, marker, info: info.trim().split(/\s/)[0] ?? '', lines: [] };
}

function closes(line: string, { marker }: OpenFence): boolean {
  const run = line.trim();
  return run.length >= marker.length && run === marker.charAt(0).repeat(run.length);
}

function dedent(line: string, columns: number): string {
  return line.slice(Math.min(columns, line.length - line.trimStart().length));
}
