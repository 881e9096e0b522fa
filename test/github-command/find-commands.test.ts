import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findCommands } from '../../core/github/command/index.ts';
import { growthOf, MOST_GROWTH } from '../support/growth.ts';

const texts = (markdown: string) => findCommands(markdown).map(({ text }) => text);

describe('a command', () => {
  it.each([
    ['at the start of a comment', '/penguin fix it'],
    ['in any case', '/PenGuin fix it'],
    ['after blanks', '   /penguin fix it'],
    ['after no-break blanks', '\u00a0\u202f/penguin\u00a0fix it'],
    ['after an ideographic blank', '\u3000/penguin\u3000fix it'],
    ['alone', '/penguin'],
    ['below text', 'Please.\n/penguin fix it'],
    ['indented below text', 'Please,\n      /penguin fix it'],
    ['below a quote', '> old\n/penguin fix it'],
    ['below a closed fence', '```\nx\n```\n/penguin fix it'],
    ['below a fence inside a list', '- a\n\n      ```\n      x\n      ```\n\n/penguin fix it'],
    ['below a comment', '<!-- x\n-->\n/penguin fix it'],
    ['below code that shows the start of a comment', 'Drop `<!--` please\n/penguin fix it'],
    ['below an unclosed fence in a quote', '> ```\n> x\n/penguin fix it'],
    ['below the start of a comment in a quote', '> <!-- x\n/penguin fix it'],
    ['below lone backticks', 'a ` b\n\n/penguin fix it\n\n` c'],
    ['below a sentence that a mail might hold', 'On 3 servers it wrote:\n/penguin fix it'],
    ['inside details', '<details>\n\n/penguin fix it\n\n</details>'],
    ['with Windows line ends', 'a\r\n/penguin fix it\r\n'],
  ])('is found %s', (_where, markdown) => {
    expect(findCommands(markdown)).toHaveLength(1);
  });

  it.each([
    ['in the middle of a line', 'see /penguin fix it'],
    ['inside a word', 'see/penguin fix it'],
    ['as part of a longer word', '/penguins fix it'],
    ['as a path', '/penguin/fix it'],
    ['before a colon', '/penguin: fix it'],
    ['in a quote', '> /penguin fix it'],
    ['in a quote in a quote', '>> a\n> > /penguin fix it'],
    ['in a fence', '```\n/penguin fix it\n```'],
    ['in a fence of tildes', '~~~ sh\n/penguin fix it\n~~~'],
    ['in a fence of tildes with a backtick behind them', '~~~ a`b\n/penguin fix it\n~~~'],
    ['in a fence without an end', '````\n```\n/penguin fix it'],
    ['in a fence inside a list', '1. a\n\n   ```\n   /penguin fix it\n   ```'],
    ["in a fence right behind a list's mark", '- ```\n  /penguin fix it\n  ```'],
    ['in a fence with a mark that is indented too far to close it', '```\n    ```\n/penguin fix it\n```'],
    ['in indented code', 'a\n\n    /penguin fix it'],
    ['in code indented by a tab', '\t/penguin fix it'],
    ['in a list', '- /penguin fix it'],
    ['in bold', '**/penguin fix it**'],
    ['in inline code', '`/penguin fix it`'],
    ['in inline code over two lines', 'a `b\n/penguin fix it` c'],
    ['in a link over two lines', '[a\n/penguin fix it](https://example.com)'],
    ['in a tag over two lines', '<a title="\n/penguin fix it">x</a>'],
    ['in a comment', '<!--\n/penguin fix it\n-->'],
    ['in a comment without an end', 'a\n<!--\n\n/penguin fix it'],
    ['behind a comment', '<!-- x -->/penguin fix it'],
    ['in preformatted text', '<pre>\n/penguin fix it\n</pre>'],
    ['in an HTML quote', '<blockquote>\n\n/penguin fix it\n\n</blockquote>'],
    ['below a signature', 'Thanks\n-- \n/penguin fix it'],
    [
      'below a mail that is answered',
      'Yes.\n\nOn Mon, Nov 30, 2026 at 10:00, Ann <a@b.example> wrote:\n\n/penguin fix it',
    ],
    [
      'below a mail whose head is broken in two',
      'Yes.\n\nOn Mon, Nov 30, 2026 at 10:00, Ann\n<a@b.example> wrote:\n\n/penguin fix it',
    ],
    ['below a forwarded mail', '-----Original Message-----\n/penguin fix it'],
    ['with a look-alike letter', '/p\u0435nguin fix it'],
    ['with a full-width letter', '/\uff50enguin fix it'],
    ['with a zero-width character in it', '/pen\u200bguin fix it'],
    ['with a zero-width character before it', '\u200b/penguin fix it'],
    ['with a zero-width character for a blank', '/penguin\u200bfix it'],
    ['with a combining mark', '/penguin\u0301 fix it'],
    ['with a full-width slash', '\uff0fpenguin fix it'],
  ])('is not found %s', (_where, markdown) => {
    expect(findCommands(markdown)).toEqual([]);
  });

  it('never has a letter that is not ASCII, whatever it looks like', () => {
    const verb = fc
      .array(
        fc.oneof(
          fc.constantFrom(...'/penguiPENGU\u0130\u0131\u212a'),
          fc.string({ unit: 'grapheme', maxLength: 1 }),
        ),
        { maxLength: 9 },
      )
      .map((letters) => letters.join(''));
    fc.assert(
      fc.property(verb, (word) => {
        const found = findCommands(`${word} x`).length > 0;
        expect(found).toBe(/^[ \t\u00a0\u3000]*\/penguin$/i.test(word) && !/[^\0-\u007f]/.test(word.trim()));
      }),
    );
  });
});

describe('the commands of a comment', () => {
  it('take the lines below them, and the first takes what stands above as its context', () => {
    const markdown =
      'It fails:\n```\nlog\n```\n/penguin fix it\nand test:\n```\n/penguin not me\n```\n\n/penguin status\n';
    expect(findCommands(markdown)).toEqual([
      {
        text: '/penguin fix it\nand test:\n```\n/penguin not me\n```',
        context: 'It fails:\n```\nlog\n```',
      },
      { text: '/penguin status', context: '' },
    ]);
  });

  it('end where a mail program added something', () => {
    expect(texts('/penguin fix it\nplease\n-- \nAnn')).toEqual(['/penguin fix it\nplease']);
  });

  it('are found in linear time in anything, up to a comment’s greatest size', () => {
    const units = [
      '/penguin a\n',
      '`',
      '` ``\n',
      '```\n',
      '<!--',
      '<pre>',
      '[',
      '[a](',
      '<a',
      'On 10:00 ',
      'On 2026 x wrote\n',
      '\n',
      '> ',
      '    ',
      '\\',
      '- ',
      '~~~\n',
      '</pre>',
      '\t',
      '<!---->',
    ];
    for (const unit of units) {
      for (const prefix of ['', '/penguin x\n', 'a\n/penguin x ']) {
        const growth = growthOf((size) => findCommands((prefix + unit.repeat(size)).slice(0, size)));
        expect(growth, prefix + unit).toBeLessThan(MOST_GROWTH);
      }
    }
  });

  it('are looked for without a fault in any text', () => {
    const piece = fc.constantFrom(
      '/penguin ',
      '\n',
      '```',
      '`',
      '> ',
      '<!--',
      '-->',
      '<pre>',
      '</pre>',
      '[',
      '](',
      ')',
      '    ',
      '-- ',
      'x',
      '\r',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const markdown = pieces.join('');
        for (const { text } of findCommands(markdown)) expect(text).toMatch(/^\/penguin(\s|$)/);
      }),
    );
  });
});
