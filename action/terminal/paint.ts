import { styleText } from 'node:util';
import type { Redact, TerminalLine, Tone } from '../../core/index.ts';

const STYLES: Readonly<Record<Tone, Parameters<typeof styleText>[0]>> = {
  plain: [],
  dim: 'dim',
  strong: 'bold',
  good: 'green',
  bad: 'red',
  ask: 'yellow',
};

/** Makes a line's bytes; the redactor looks at each line once more on its way out. */
export function createPaint(redact: Redact, colour: boolean): (line: TerminalLine) => string {
  return (line) => line.map(({ text, tone }) => styled(redact.text(text), tone, colour)).join('');
}

function styled(text: string, tone: Tone, colour: boolean): string {
  if (!colour || tone === 'plain') return text;
  return styleText(STYLES[tone], text, { validateStream: false });
}
