import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseConfig } from '../../core/state/parse-config.ts';

describe('a hostile file', () => {
  const layers = [...'bcdefghi'].map((name, at) => `${name}: &${name} [${`*${'abcdefgh'[at]},`.repeat(9)}]`);

  it.each([
    ['a billion laughs', ['a: &a [x]', ...layers].join('\n'), /aliases/],
    ['lists in lists in one line', '- '.repeat(32_000), /:1:\d+: values are nested too deeply/],
    ['brackets without end', '['.repeat(65_000), /:1:\d+: values are nested too deeply/],
    ['mappings in mappings', '{a: '.repeat(16_000), /:1:\d+: values are nested too deeply/],
    ['keys in keys', '? '.repeat(32_000), /:1:\d+: values are nested too deeply/],
    ['nothing but commas', `[${','.repeat(6_000)}`, /this is no YAML/],
    ['one key a thousand times', 'a: 1\n'.repeat(1_000), /the key a stands twice.* And 994 more\./],
    ['an alias of itself', 'agents: &a {x: *a}', /agents\.x\.x/],
  ])('with %s is refused at once', (_, file, problem) => {
    expect(parseConfig(file, 'penguin.yml')).toMatchObject({
      kind: 'wrong',
      problem: expect.stringMatching(problem),
    });
  });

  it('of any bytes is read or refused, and gives no object a prototype', () => {
    const pieces = fc.constantFrom(
      ...[
        'models',
        'agents',
        ': ',
        '- ',
        '\n',
        '  ',
        '{',
        '}',
        '[',
        ']',
        '"',
        "'",
        '&a ',
        '*a',
        '!t ',
        '__proto__',
        '|',
        '#',
        '? ',
      ],
      ...['%YAML 1.1\n', '---\n', '\t', '\u0000', '\ud800', '1', 'provider'],
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 40 }), (parts) => {
        const reading = parseConfig(parts.join(''), 'penguin.yml');
        expect(['config', 'wrong']).toContain(reading.kind);
        expect(Object.keys(Object.prototype)).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });
});
