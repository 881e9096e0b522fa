import { expect, test } from 'vitest';
import { lineSplitter } from './lines.ts';
import { parseCommand } from './workflow-command.ts';

const known = (name: string) => ['error', 'add-mask', 'set-output'].includes(name);
const parse = (line: string) => parseCommand(line, known);

test.each([
  ['::error::broken', { name: 'error', message: 'broken', form: 'colons' }],
  ['  \t\u00a0\u0085::error::after any blank', { name: 'error', message: 'after any blank' }],
  ['::ERROR::in any case', { name: 'error', message: 'in any case' }],
  ['::error file=a.ts,line=3::x', { properties: { file: 'a.ts', line: '3' }, message: 'x' }],
  ['::error title=a%3Ab%2Cc%25::x%0Ay%0D%25', { properties: { title: 'a:b,c%' }, message: 'x\ny\r%' }],
  ['::error title=,=x,line::x', { properties: {}, message: 'x' }],
  ['text ##[error]anywhere', { name: 'error', message: 'anywhere', form: 'brackets' }],
  ['##[set-output name=a%3Bb;x=1]v%5D', { properties: { name: 'a;b', x: '1' }, message: 'v]' }],
  ['::unknown::##[error]legacy within', { name: 'error', message: 'legacy within', form: 'brackets' }],
])('%j is a command', (line, command) => {
  expect(parse(line)).toMatchObject(command);
});

test.each([
  'text ::error::not at the start',
  '\ufeff::error::a byte order mark is no blank',
  ':\u200b:error::broken up',
  '::error:one colon',
  '::unknown::x',
  '##\u200b[error]broken up',
  '##[error never closed',
  '',
])('%j is no command', (line) => {
  expect(parse(line)).toBeUndefined();
});

test('lines end at LF, CRLF and a lone CR, wherever the chunks are cut', () => {
  const bytes = Buffer.from('a\nb\r\nc\rd\u20ac\n\n\re');
  const whole = ['a', 'b', 'c', 'd\u20ac', '', '', 'e'];
  for (let cut = 0; cut <= bytes.length; cut += 1) {
    const lines: string[] = [];
    let text = '';
    const splitter = lineSplitter(
      (line) => lines.push(line),
      (more) => {
        text += more;
      },
    );
    splitter.write(bytes.subarray(0, cut));
    splitter.write(bytes.subarray(cut));
    splitter.end();
    expect(lines).toEqual(whole);
    expect(text).toBe(bytes.toString());
  }
});
