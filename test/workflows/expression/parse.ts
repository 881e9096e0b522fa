/** The expressions of workflow files, as a tree. Throws on what is none. */
import { type Token, tokens } from './tokens.ts';

export type Sign = '||' | '&&' | '==' | '!=' | '<' | '<=' | '>' | '>=';

export type Expression =
  | { kind: 'literal'; value: string | number | boolean | null }
  | { kind: 'context'; name: string }
  | { kind: 'property'; of: Expression; name: Expression }
  | { kind: 'call'; name: string; given: Expression[] }
  | { kind: 'not'; of: Expression }
  | { kind: 'binary'; sign: Sign; left: Expression; right: Expression };

/** Signs by how tightly they bind, loosest first. */
const LEVELS: readonly (readonly Sign[])[] = [['||'], ['&&'], ['==', '!='], ['<', '<=', '>', '>=']];

const WORDS: Record<string, boolean | null> = { true: true, false: false, null: null };

interface Reader {
  /** Takes the next token when it is this one. */
  took(sign: string): boolean;
  expect(sign: string): void;
  next(): Token;
}

export function parseExpression(text: string): Expression {
  const left = tokens(text);
  const took = (sign: string) => {
    if (left[0]?.kind !== 'sign' || left[0].text !== sign) return false;
    left.shift();
    return true;
  };
  const fail = (wanted: string): never => {
    throw new Error(`${text}: ${wanted} expected, and there is ${left[0]?.text ?? 'the end'}`);
  };
  const reader: Reader = {
    took,
    expect: (sign) => void (took(sign) || fail(sign)),
    next: () => left.shift() ?? fail('a value'),
  };
  const whole = binary(reader, 0);
  return left.length === 0 ? whole : fail('the end');
}

function binary(reader: Reader, level: number): Expression {
  const signs = LEVELS[level];
  if (signs === undefined) return unary(reader);
  let left = binary(reader, level + 1);
  for (;;) {
    const sign = signs.find(reader.took);
    if (sign === undefined) return left;
    left = { kind: 'binary', sign, left, right: binary(reader, level + 1) };
  }
}

function unary(reader: Reader): Expression {
  return reader.took('!') ? { kind: 'not', of: unary(reader) } : path(reader, primary(reader));
}

function path(reader: Reader, of: Expression): Expression {
  if (reader.took('.')) {
    return path(reader, { kind: 'property', of, name: { kind: 'literal', value: reader.next().text } });
  }
  if (!reader.took('[')) return of;
  const name = binary(reader, 0);
  reader.expect(']');
  return path(reader, { kind: 'property', of, name });
}

function primary(reader: Reader): Expression {
  if (reader.took('(')) {
    const inner = binary(reader, 0);
    reader.expect(')');
    return inner;
  }
  const { kind, text } = reader.next();
  switch (kind) {
    case 'string':
      return { kind: 'literal', value: text };
    case 'number':
      return { kind: 'literal', value: Number(text) };
    case 'name':
      if (reader.took('(')) return { kind: 'call', name: text, given: list(reader) };
      return text in WORDS
        ? { kind: 'literal', value: WORDS[text] ?? null }
        : { kind: 'context', name: text };
    case 'sign':
      throw new Error(`a value expected, and there is ${text}`);
  }
}

function list(reader: Reader): Expression[] {
  const given: Expression[] = [];
  while (!reader.took(')')) {
    if (given.length > 0) reader.expect(',');
    given.push(binary(reader, 0));
  }
  return given;
}
