import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createAnsiStripper } from '../../core/environment/commands/strip-ansi.ts';

function stripped(...pieces: string[]): string {
  const strip = createAnsiStripper();
  return pieces.map(strip).join('');
}

describe('terminal escapes', () => {
  it.each([
    ['a colour', '\u001b[1;31mred\u001b[0m', 'red'],
    ['a colour of 24 bits', '\u001b[38:2::255:0:0mred\u001b[m', 'red'],
    ['cursor movement', 'a\u001b[2K\u001b[1Gb', 'ab'],
    ['a title', '\u001b]0;title\u0007text', 'text'],
    ['a link', '\u001b]8;;https://x\u001b\\text\u001b]8;;\u001b\\', 'text'],
    ['a character set', '\u001b(Btext', 'text'],
    ['a short escape', '\u001b7text\u001b8', 'text'],
    ['an eight bit introducer', '\u009b31mred', 'red'],
    ['an escape in an escape', '\u001b[\u001b[31mred', 'red'],
    ['a title that never ends', '\u001b]0;title\nnext line', '\nnext line'],
    ['an escape at the very end', 'text\u001b', 'text'],
    ['nothing at all', 'ü [31m\ttext\r\n', 'ü [31m\ttext\r\n'],
  ])('%s is removed', (_what, text, rest) => {
    expect(stripped(text)).toBe(rest);
    expect(stripped(...text)).toBe(rest);
  });

  it('are removed wherever the text is cut', () => {
    const word = fc.constantFrom('\u001b', '[', '31m', ']', '0;', '\u0007', '\\', 'abc', '\n', '\u009b', 'ü');
    fc.assert(
      fc.property(fc.array(word), fc.nat(), (words, at) => {
        const text = words.join('');
        const cut = text.length === 0 ? 0 : at % text.length;
        const whole = stripped(text);
        expect(stripped(text.slice(0, cut), text.slice(cut))).toBe(whole);
        expect(whole.includes('\u001b') || whole.includes('\u009b')).toBe(false);
      }),
    );
  });
});
