import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { printable } from '../../core/policy/index.ts';

const LIVE = [
  'add-mask',
  'error',
  'warning',
  'notice',
  'debug',
  'group',
  'endgroup',
  'add-matcher',
  'set-output',
  'stop-commands',
];

/** The lines in which a runner would see `output`, as its stream reader cuts them. */
function lines(output: string): string[] {
  return output.split(/\r\n|\r|\n/);
}

/** The runner compares by culture, which ignores characters that have no weight. */
function weighed(line: string): string {
  return line.replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Cc}]/gu, '');
}

/** Both forms of a workflow command, as the runner's parser reads them. */
function commandOf(line: string): string | undefined {
  const modern = /^\s*::([\s\S]*?)::/.exec(weighed(line));
  const legacy = /##\[([^\]]*)\]/.exec(weighed(line));
  return [modern, legacy]
    .map((match) => match?.[1]?.split(' ')[0])
    .find((name) => name !== undefined && LIVE.includes(name));
}

describe('a printable line', () => {
  it.each([
    '::error::x',
    '  ::add-mask::e',
    '\u00a0\u2003::set-output name=a::b',
    '##[error]x',
    'far along ##[add-mask]x',
    '####[group]x',
    'a\n::error::x',
    'a\r::error::x',
    '\u200b::error::x',
    ':\u00ad:error::x',
    '##\u200d[error]x',
    '#\u0000#[error]x',
    '\ufe0f::error::x',
  ])('holds no command: %j', (text) => {
    expect(
      lines(text)
        .concat(text)
        .some((line) => commandOf(line) !== undefined),
    ).toBe(true);
    expect(lines(printable(text)).map(commandOf)).toEqual([undefined]);
  });

  it('holds no command whatever the text is', () => {
    const piece = fc.constantFrom(
      '::',
      ':',
      '#',
      '##[',
      '[',
      ']',
      ' ',
      '\n',
      '\r',
      '\u200b',
      '\t',
      '\u0085',
      'error',
      'add-mask',
      '%0A',
      '\\',
    );
    fc.assert(
      fc.property(
        fc.array(fc.oneof(piece, fc.string({ unit: 'binary', maxLength: 3 })), { maxLength: 20 }),
        (pieces) => {
          expect(lines(printable(pieces.join(''))).map(commandOf)).toEqual([undefined]);
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('shows control and invisible characters as escapes', () => {
    expect(printable('a\r\n\u001b[31mred\u202e\u0000')).toBe('a\\r\\n\\e[31mred\\u{202e}\\u{0}');
  });

  it('leaves ordinary text as it is', () => {
    const text = '  std::vector<int> a\t[x](y) # ## 日本語 🐧 "q" \\n';
    expect(printable(text)).toBe(text);
  });
});
