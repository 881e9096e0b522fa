/** Tells what happens, a line a step, on stderr; stdout is for the result. */
export interface Narrator {
  step(what: string, text: string): void;
  /** Shows the lines of a text that were not there before. */
  changed(text: string): void;
}

export function narrator(quiet: boolean): Narrator {
  let seen = new Set<string>();
  const write = (line: string) => {
    if (!quiet) process.stderr.write(`${line}\n`);
  };
  return {
    step: (what, text) => write(`  ${what.padEnd(11)} ${text}`),
    changed(text) {
      const lines = text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('<'));
      for (const line of lines) if (!seen.has(line)) write(`              │ ${line}`);
      seen = new Set(lines);
    },
  };
}
