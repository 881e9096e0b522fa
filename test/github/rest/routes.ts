import { description, type OperationDescription } from '../schema/description.ts';

export interface Route {
  operation: string;
  described: OperationDescription;
  /** Decoded path parameters. */
  parameters: Record<string, string>;
}

interface Pattern {
  operation: string;
  described: OperationDescription;
  expression: RegExp;
  names: string[];
  literals: number;
}

let patterns: Pattern[] | undefined;

/** The operation that a request is for; the most literal path wins where several fit. */
export function findRoute(method: string, path: string): Route | undefined {
  patterns ??= Object.keys(description().operations)
    .map(patternOf)
    .sort((a, b) => b.literals - a.literals);
  for (const { operation, described, expression, names } of patterns) {
    const match = described.method === method ? expression.exec(path) : null;
    if (match === null) continue;
    const values = match.slice(1).map((value) => decodeURIComponent(value ?? ''));
    return {
      operation,
      described,
      parameters: Object.fromEntries(names.map((name, at) => [name, values[at] ?? ''])),
    };
  }
  return undefined;
}

function patternOf(operation: string): Pattern {
  const described = description().operations[operation];
  if (described === undefined) throw new Error(`no operation ${operation}`);
  const parts = described.path.split(/(\{\w+\})/).filter((part) => part !== '');
  const names = parts.filter(isParameter).map((part) => part.slice(1, -1));
  const wide = new Set(
    described.parameters.filter(({ multiSegment }) => multiSegment).map(({ name }) => name),
  );
  const source = parts.map((part) => {
    if (!isParameter(part)) return part.replace(/[.*+?^$()|[\]\\]/g, '\\$&');
    return wide.has(part.slice(1, -1)) ? '(.*)' : '([^/]+)';
  });
  const literals = described.path.split('/').filter((segment) => !segment.includes('{')).length;
  // A path that ends with a wide parameter may leave it out, as `contents` of the root does.
  const expression = new RegExp(`^${source.join('').replace(/\/\(\.\*\)$/, '(?:/(.*))?')}/?$`);
  return { operation, described, names, literals, expression };
}

function isParameter(part: string): boolean {
  return part.startsWith('{');
}
