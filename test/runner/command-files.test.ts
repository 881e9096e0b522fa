import { expect, test } from 'vitest';
import { parsePairs } from './command-files.ts';

test.each([
  ['', {}],
  ['a=1\nb=x=y\n', { a: '1', b: 'x=y' }],
  ['a=\n\nb<<EOF\none\n\ntwo\nEOF\nc=3', { a: '', b: 'one\n\ntwo', c: '3' }],
  ['a<<END\nEND\n', { a: '' }],
  ['a=x<<y\n', { a: 'x<<y' }],
  ['a<<X=Y\nv\nX=Y\n', { a: 'v' }],
  ['a=1\na=2\n', { a: '2' }],
  ['a=\r\n', { a: '\r' }],
])('%j holds %j', (text, pairs) => {
  expect(parsePairs(text)).toEqual(pairs);
});

test.each([
  ['no sign', "Invalid format 'no sign'"],
  ['=value', 'Name must not be empty'],
  ['<<EOF', 'Name must not be empty'],
  ['a<<', 'Delimiter must not be empty'],
  ['a<<EOF\nvalue\n EOF', "Matching delimiter not found 'EOF'"],
])('%j is refused', (text, message) => {
  expect(() => parsePairs(text)).toThrow(message);
});
