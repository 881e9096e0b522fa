import { endOfText, startOfText } from '../files/text-cut.ts';

/**
 * Decides what of a growing output is shown, in bounded memory. The first half of the limit is passed on at once; the rest waits, because
 * only at the end it is known whether the head or the tail is to be kept.
 */
export interface OutputCap {
  /** Takes a piece; returns what of it may be shown by now. */
  push(text: string): string;
  /** The rest of what is shown, with the cut stated where it is. */
  finish(keep: 'head' | 'both'): string;
}

export function createOutputCap(limit: number): OutputCap {
  const atOnce = Math.ceil(limit / 2);
  let shown = 0;
  let total = 0;
  let head = '';
  let tail = '';

  function hold(text: string): void {
    const room = limit - shown;
    if (head.length < room) head += text.slice(0, room - head.length);
    tail += text;
    if (tail.length > 2 * room) tail = endOfText(tail, room);
  }

  return {
    push(text) {
      const now = total > shown ? '' : startOfText(text, atOnce - shown);
      total += text.length;
      shown += now.length;
      hold(text.slice(now.length));
      return now;
    },
    finish(keep) {
      const room = limit - shown;
      const held = total - shown;
      if (held <= room) return head;
      const kept = keep === 'head' ? startOfText(head, room) : endOfText(tail, room);
      const mark = `\n[… ${held - kept.length} characters cut …]\n`;
      return keep === 'head' ? kept + mark : mark + kept;
    },
  };
}
