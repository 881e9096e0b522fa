import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clipMarkdown } from '../../core/policy/index.ts';
import { growthOf, MOST_GROWTH } from '../support/growth.ts';

const NOTE = '*cut*';

describe('clipped Markdown', () => {
  it.each([
    ['is left as it is when it fits', 'a\n\nb', 4, 'a\n\nb'],
    ['is cut between lines', 'one line\nanother one', 17, 'one line\n\n*cut*'],
    ['is cut between words', 'one two three four', 17, 'one two\n\n*cut*'],
    ['is cut in a word where there is no blank', 'x'.repeat(30), 17, `${'x'.repeat(9)}\n\n*cut*`],
    ['closes a fence', '```js\nconst a = 1;\nconst b = 2;\n```', 31, '```js\nconst a = 1;\n```\n\n*cut*'],
    [
      'closes a fence that is cut within a line',
      `\`\`\`\n${'x'.repeat(40)}\n\`\`\``,
      26,
      '```\nxxxxxxxxxx\n```\n\n*cut*',
    ],
    [
      'closes details',
      '<details><summary>a</summary>\n\nb\n\nc c c c c c c c c c c\n\n</details>',
      54,
      '<details><summary>a</summary>\n\nb\n\n</details>\n\n*cut*',
    ],
    ['cuts no link', 'one two [three four](https://example.com) five', 25, 'one two\n\n*cut*'],
    ['cuts no code span', 'one two `three four five` six', 25, 'one two\n\n*cut*'],
    ['cuts no tag', 'one two <a title="three four five"> six', 25, 'one two\n\n*cut*'],
    ['opens no fence with a part of a line', 'a\n```` b ` c d e f g h i j', 16, 'a\n\n*cut*'],
    ['is its note where nothing else fits', 'x'.repeat(30), 6, NOTE],
  ])('%s', (_what, text, max, clipped) => {
    expect(clipMarkdown(text, max, 1000, NOTE)).toBe(clipped);
  });

  it('counts a character of four bytes as one code point and four bytes, and cuts none in two', () => {
    const text = '🐧'.repeat(65_536);
    const byPoints = clipMarkdown(text, 60_000, 1_000_000, NOTE);
    const byBytes = clipMarkdown(text, 60_000, 24_000, NOTE);
    expect([...byPoints].length).toBe(59_999);
    expect(Buffer.byteLength(byBytes)).toBeGreaterThan(23_990);
    expect(Buffer.byteLength(byBytes)).toBeLessThanOrEqual(24_000);
    expect(byPoints + byBytes).not.toMatch(/\p{Cs}/u);
  });

  it('keeps within its bounds and leaves nothing open, whatever the text', () => {
    const piece = fc.constantFrom(
      'word ',
      'é',
      '🐧',
      '\n',
      '\n\n',
      '```',
      '````\n',
      '~~~\n',
      '`',
      '[a](b c)',
      '[',
      '<details>\n\n',
      '\n</details>\n',
      '<b x="y z">',
      '  ',
      '- ',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), fc.nat(120), fc.nat(200), (pieces, points, bytes) => {
        const [maxPoints, maxBytes] = [points + 8, bytes + 8];
        const text = pieces.join('');
        const clipped = clipMarkdown(text, maxPoints, maxBytes, NOTE);
        expect([...clipped].length).toBeLessThanOrEqual(maxPoints);
        expect(Buffer.byteLength(clipped)).toBeLessThanOrEqual(maxBytes);
        if (clipped === text) return;
        expect(clipped.endsWith(NOTE)).toBe(true);
        expect(openFence(clipped)).toBeUndefined();
      }),
      { numRuns: 3000 },
    );
  });

  it('takes linear time', () => {
    for (const unit of ['`', '[', '<', '](', '\\', '```\n', 'a b ', '&a;']) {
      const growth = growthOf((size) => clipMarkdown(unit.repeat(size * 2), size, size * 4, NOTE));
      expect(growth, unit).toBeLessThan(MOST_GROWTH);
    }
  });
});

/** The fence that is open at the end. */
function openFence(markdown: string): string | undefined {
  let open: string | undefined;
  for (const line of markdown.split('\n').map((text) => text.trim())) {
    const run = /^(`{3,}|~{3,})/.exec(line)?.[0] ?? '';
    if (open === undefined)
      open = run.startsWith('`') && line.slice(run.length).includes('`') ? undefined : run || undefined;
    else if (line === run && run.startsWith(open)) open = undefined;
  }
  return open;
}
