import { printable } from '../policy/index.ts';
import { counted } from './measures.ts';

/** How a part of a line looks; the entrance knows colours, this room only meanings. */
export type Tone = 'plain' | 'dim' | 'strong' | 'good' | 'bad' | 'ask';

export interface Span {
  text: string;
  tone: Tone;
}

/** One line of a terminal. No span holds a control or an invisible character. */
export type TerminalLine = readonly Span[];

/** `text` must be safe to print. */
export function span(text: string, tone: Tone = 'plain'): Span {
  return { text, tone };
}

const EMOJI_SELECTOR = /\ufe0f/g;
/** More than anybody reads on a terminal; the trace has the rest. */
const MAX_LINES = 400;

/**
 * Anybody's text with its lines kept: what a terminal does not show, or would obey, is shown as an escape. At most `max` lines; a
 * last one says how many are left out.
 */
export function shownLines(text: string, max = MAX_LINES): string[] {
  const lines = text
    .replace(EMOJI_SELECTOR, '')
    .trimEnd()
    .split(/\r\n?|\n/);
  const kept = lines.slice(0, max).map(printable);
  return lines.length > max ? [...kept, `… ${counted(lines.length - max, 'more line')}`] : kept;
}
