/**
 * Markdown without its fences and code spans, as a reader of Markdown finds them in text that `neutralise` or
 * a renderer wrote.
 */
export function withoutCode(markdown: string): string {
  const kept: string[] = [];
  let fence: string | undefined;
  for (const line of markdown.split('\n')) {
    const [, run = '', rest = ''] = /^ *(`{3,})(.*)$/.exec(line) ?? [];
    if (fence !== undefined) {
      if (run.length >= fence.length && rest === '') fence = undefined;
    } else if (run !== '' && !rest.includes('`')) fence = run;
    else kept.push(withoutSpans(line));
  }
  if (fence !== undefined) throw new Error('a fence is open');
  return kept.join('\n');
}

function withoutSpans(line: string): string {
  const token = /\\.|`+/g;
  let kept = '';
  let from = 0;
  for (let match = token.exec(line); match !== null; match = token.exec(line)) {
    const [ticks] = match;
    const runs = [...line.matchAll(/`+/g)];
    const close = runs.find((run) => run.index >= token.lastIndex && run[0] === ticks);
    if (close === undefined) continue;
    // What stands before a span and behind it is not side by side.
    kept += `${line.slice(from, match.index)} `;
    from = close.index + ticks.length;
    token.lastIndex = from;
  }
  return kept + line.slice(from);
}
