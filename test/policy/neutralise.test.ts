import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  code,
  codeCell,
  fence,
  neutralise,
  neutralLine,
  oneLine,
  plainLine,
  titleLine,
} from '../../core/policy/index.ts';
import { growthOf, MOST_GROWTH } from '../support/growth.ts';
import { withoutCode } from './without-code.ts';

const B = '\u200b';

describe('neutral Markdown', () => {
  it.each([
    ['mentions nobody', 'cc @octocat, @org/team and (@x)', `cc @${B}octocat, @${B}org/team and (@${B}x)`],
    ['mentions nobody by an escape', '\\@octocat', `\\@${B}octocat`],
    ['mentions nobody by an entity', '&#64;octocat &commat;x', '&amp;#64;octocat &amp;commat;x'],
    ['leaves an address alone', 'write to a@b.example', 'write to a@b.example'],
    ['keeps a link that holds an at sign', 'https://medium.com/@x/y', 'https://medium.com/%40x/y'],
    ['leaves code readable', '`npm i @octokit/rest @penguin/x`', '`npm i @octokit/rest @penguin/x`'],
    [
      'starts no bot, from code neither',
      '@dependabot merge and `@dependabot rebase`',
      `@${B}dependabot merge and \`@${B}dependabot rebase\``,
    ],
    [
      'gives no command',
      '/deploy now\n  /penguin approve abc\n> /retest',
      `/${B}deploy now\n  /${B}penguin approve abc\n> /${B}retest`,
    ],
    [
      'gives no command in a list or in bold',
      '- /deploy\n1. /deploy\n**/deploy**',
      `- /${B}deploy\n1. /${B}deploy\n**/${B}deploy**`,
    ],
    ['leaves paths alone', '/usr/bin/node\nsee a/b', '/usr/bin/node\nsee a/b'],
    [
      'closes no issue',
      'Fixes #12, closes: o/r#3, _resolve GH-4_',
      `Fixe${B}s #12, close${B}s: o/r#3, _resolv${B}e GH-4_`,
    ],
    [
      'closes no issue by address',
      'fix https://github.com/o/r/issues/1',
      `fi${B}x https://github.com/o/r/issues/1`,
    ],
    ['leaves a plain reference', 'see #12; it fixes the date', 'see #12; it fixes the date'],
    ['shows a foreign image as its text', 'a ![chart](https://evil.example/?d=S "t") b', 'a chart b'],
    ['shows an image tag as its text', '<img alt="a *b*" src=//evil.example srcset=x>', 'a \\*b\\*'],
    [
      'makes a link of an image by reference',
      '![x][y]\n\n[y]: https://evil.example',
      `!${B}[x][y]\n\n[y]: https://evil.example`,
    ],
    [
      'keeps an image of GitHub',
      '![x](https://github.com/user-attachments/assets/1)',
      '![x](https://github.com/user-attachments/assets/1)',
    ],
    [
      'is not fooled by a host that looks like GitHub',
      '![x](https://github.com.evil.example/a) ![y](https://github.com@evil.example/)',
      'x y',
    ],
    [
      'forms no image where one is taken out',
      '!![](https://a.example)[x](https://evil.example)',
      `!image[x](https://evil.example)`,
    ],
    [
      'shows HTML as it is written',
      '<meta http-equiv="refresh"> a < b <script>',
      '&lt;meta http-equiv="refresh"> a &lt; b &lt;script>',
    ],
    ['drops comments, and with them markers', 'a<!-- penguin:session:1 -->b', 'ab'],
    ['shows an unfinished comment', 'a <!-- b', 'a &lt;!-- b'],
    ['holds no marker in code', '`<!-- penguin:session:1 -->`', `\`<!${B}-- penguin:session:1 -->\``],
    ['drops invisible characters', 'a\u202eb\u200bc\u0007', 'abc'],
    ['opens no code with a lone backtick', 'a ` b `` c', 'a &#96; b &#96;&#96; c'],
    ['opens no fence with tildes that a quote hides', '> ~~~\n> x', `> ~~${B}~\n> x`],
    [
      'is not fooled by a table that cuts a code span',
      '| a |\n|---|\n| `x | @u` |',
      `| a |\n|---|\n| &#96;x | @${B}u&#96; |`,
    ],
    ['unwraps an address in angles', '<https://example.com/a?b=c>', 'https://example.com/a?b=c'],
    ['keeps code apart from an address', 'https://a.example/`<b>`', 'https://a.example/ `<b>`'],
    ['keeps code apart from code', '`a`<!-- x -->``b`c``', '`a` ``b`c``'],
    [
      'keeps formatting',
      '# T\n\n- **b** _i_ ~~s~~ [l](https://x.example)\n- [ ] t',
      '# T\n\n- **b** _i_ ~~s~~ [l](https://x.example)\n- [ ] t',
    ],
  ])('%s', (_what, text, neutral) => {
    expect(neutralise(text)).toBe(neutral);
  });

  it('closes a fence that was left open, and writes one that its text cannot leave', () => {
    expect(neutralise('```js run=1\nconst a = `x`;\n@user')).toBe('```js\nconst a = `x`;\n@user\n```');
    expect(neutralise('~~~~\n```\n~~~~\n@user')).toBe(`\`\`\`\`\n\`\`\`\n\`\`\`\`\n@${B}user`);
  });

  it('takes a fence of tildes for one, whatever stands behind them', () => {
    expect(neutralise('~~~ a`b\n@user\n~~~')).toBe('```\n@user\n```');
  });

  it('keeps a fence inside its list item', () => {
    expect(neutralise('- a\n\n  ```\n  x\n    y\n  ```\n- b')).toBe('- a\n\n  ```\n  x\n    y\n  ```\n- b');
  });

  it('gives no command from inside a fence', () => {
    expect(neutralise('```\n/lgtm\n```')).toBe(`\`\`\`\n/${B}lgtm\n\`\`\``);
  });
});

describe('no text, however odd,', () => {
  const piece = fc.constantFrom(
    ...[
      '@user',
      '@dependabot merge',
      '/penguin stop',
      'fixes #1',
      '![a](https://evil.example/x)',
      '![',
      '](',
      ')',
      '[x]',
      '!',
      '<!--',
      '-->',
    ],
    ...[
      '<img src=x>',
      '<',
      '>',
      '`',
      '``',
      '```',
      '~~~',
      '~',
      '\n',
      '\n\n',
      '    ',
      '  ',
      '> ',
      '- ',
      '| ',
      '|---|',
      '\\',
      '&#64;',
      'a',
      '\u200b',
      '\r',
    ],
  );
  const odd = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''));

  it('gives a marker, an HTML tag, a command, a closing keyword or an image', () => {
    fc.assert(
      fc.property(odd, (text) => {
        const neutral = neutralise(text);
        const outsideCode = withoutCode(neutral);
        expect(neutral).not.toContain('<!--');
        expect(neutral).not.toMatch(/^\s*\/penguin/m);
        expect(neutral).not.toMatch(/fixes #/);
        expect(neutral).not.toMatch(/@dependabot/);
        expect(outsideCode).not.toMatch(/!\[/);
        expect(outsideCode).not.toContain('<');
      }),
      { numRuns: 3000 },
    );
  });

  it('takes more than a moment', () => {
    for (const unit of [
      '`',
      '` ``',
      '<!--',
      '![',
      '[',
      '@',
      'fix ',
      '\\',
      '&#',
      '\n',
      '> ',
      ' ',
      '~',
      'https://',
      '<img ',
      '|-',
      '1.',
      '(x/y#',
    ]) {
      const growth = growthOf((size) => neutralise(unit.repeat(Math.ceil(size / unit.length))));
      expect(growth, unit).toBeLessThan(MOST_GROWTH);
    }
  });
});

describe('a code span', () => {
  it.each([
    ['npm test', '`npm test`'],
    ['a `b` ``c``', '``` a `b` ``c`` ```'],
    ['`x', '`` `x ``'],
    [' padded ', '`  padded  `'],
    ['two\n\nlines', '`two lines`'],
    ['', '` `'],
    ['\u202ea', '`a`'],
  ])('shows %j as %s', (text, span) => {
    expect(code(text)).toBe(span);
  });

  it('in a table cell holds no pipe, and nothing that Markdown knows', () => {
    expect(codeCell('ls')).toBe('`ls`');
    expect(codeCell('a | <b>')).toBe('<code>a &#124; &#60;b&#62;</code>');
  });

  it('cannot be left, whatever the text is', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('`', 'a', ' ', '\n', '|') }), (text) => {
        const span = code(text);
        const ticks = /^`+/.exec(span)?.[0] ?? '';
        const inside = span.slice(ticks.length, span.length - ticks.length);
        expect(span.endsWith(ticks)).toBe(true);
        expect((inside.match(/`+/g) ?? []).every((run) => run.length !== ticks.length)).toBe(true);
        expect(inside).not.toMatch(/^`|`$|\n/);
      }),
    );
  });

  it('fences text with a longer run than any in it', () => {
    expect(fence('a\n```\nb\n', 'sh')).toBe('````sh\na\n```\nb\n````');
    expect(fence('', 'a b')).toBe('```\n\n```');
  });
});

describe('one line', () => {
  it('of Markdown shows the text literally', () => {
    expect(oneLine('a | `b` *c* [d](e)\n# f <g> &amp; @h', 100)).toBe(
      `a \\| &#96;b&#96; \\*c\\* \\[d\\](e) # f &lt;g&gt; &amp;amp; @${B}h`,
    );
    expect(oneLine('1. fixes #3', 100)).toBe(`1\\. fixe${B}s #3`);
  });

  it.each([
    ['- a', '\\- a'],
    ['---', '\\---'],
    ['# a', '\\# a'],
    ['===', '\\==='],
    ['+2 −1', '+2 −1'],
    ['-x', '-x'],
    ['#12', '#12'],
    [
      'see https://a.example/_x_ and www.b.example',
      'see https:&#47;/a.example/\\_x\\_ and www&#46;b.example',
    ],
  ])('of Markdown shows %j as %s', (text, line) => {
    expect(oneLine(text, 100)).toBe(line);
  });

  it('with its formatting kept is no more than a line', () => {
    expect(neutralLine('Fix `src/a.ts` for @x, **now**', 100)).toBe(`Fix \`src/a.ts\` for @${B}x, **now**`);
    expect(neutralLine('```js\nx', 100)).toBe('&#96;&#96;&#96;js x');
    expect(neutralLine('# Fix', 100)).toBe('\\# Fix');
    expect(neutralLine('a `b c', 4)).toBe('a &#96;…');
  });

  it('looks at the beginning of a long text only', () => {
    expect(plainLine('a '.repeat(1_000), 5)).toBe('a a …');
    expect(plainLine(`a${' '.repeat(1_000)}b`, 9)).toBe('a …');
  });

  it('is cut by code points, never within one', () => {
    expect(plainLine('🐧🐧🐧🐧', 3)).toBe('🐧🐧…');
    expect(plainLine('🐧🐧🐧', 3)).toBe('🐧🐧🐧');
    expect(plainLine(' a \r\n b ', 10)).toBe('a b');
  });

  it('of a title pings nobody', () => {
    expect(titleLine('/deploy fixes #3 for @x', 70)).toBe(`/${B}deploy fixe${B}s #3 for @${B}x`);
  });
});
