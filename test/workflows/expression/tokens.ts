export interface Token {
  kind: 'string' | 'number' | 'name' | 'sign';
  /** A string's without its quotes. */
  text: string;
}

const TOKEN =
  /\s*(?:(?<string>'(?:[^']|'')*')|(?<number>-?\d+(?:\.\d+)?)|(?<name>[A-Za-z_][\w-]*)|(?<sign>&&|\|\||[=!<>]=|[!<>()[\].,]))\s*/y;

export function tokens(text: string): Token[] {
  const found: Token[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const at = TOKEN.lastIndex;
    const groups = TOKEN.exec(text)?.groups;
    if (groups === undefined) throw new Error(`${text}: nothing is known that begins like ${text.slice(at)}`);
    found.push(token(groups));
  }
  return found;
}

function token({ string, number, name, sign = '' }: Record<string, string | undefined>): Token {
  if (string !== undefined) return { kind: 'string', text: string.slice(1, -1).replaceAll("''", "'") };
  if (number !== undefined) return { kind: 'number', text: number };
  if (name !== undefined) return { kind: 'name', text: name };
  return { kind: 'sign', text: sign };
}
