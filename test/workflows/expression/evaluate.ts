/** What GitHub makes of an expression: its loose comparisons, and operators that give values. */
import { type Expression, parseExpression } from './parse.ts';

/** `github`, `inputs`, `secrets`, … */
export type Contexts = Record<string, unknown>;

/** The functions that our examples use. */
const FUNCTIONS: Record<string, (given: unknown[]) => unknown> = {
  contains: ([where, what]) =>
    Array.isArray(where) ? where.some((item) => areEqual(item, what)) : lower(where).includes(lower(what)),
  startsWith: ([text, start]) => lower(text).startsWith(lower(start)),
  fromJSON: ([text]) => JSON.parse(String(text)),
};

/** The value of an expression without its `${{ }}`. A context or function that nobody knows is an error. */
export function evaluate(text: string, contexts: Contexts): unknown {
  return read(parseExpression(text), contexts);
}

/** Whether a job or step with this `if:` runs. */
export function holds(condition: string, contexts: Contexts): boolean {
  return isTrue(evaluate(condition.replace(/^\s*\$\{\{(.*)\}\}\s*$/s, '$1'), contexts));
}

/** A text with its `${{ }}` filled in. */
export function fill(text: string, contexts: Contexts): string {
  return text.replace(/\$\{\{(.*?)\}\}/gs, (_, expression: string) => asText(evaluate(expression, contexts)));
}

function read(expression: Expression, contexts: Contexts): unknown {
  switch (expression.kind) {
    case 'literal':
      return expression.value;
    case 'context':
      if (!Object.hasOwn(contexts, expression.name))
        throw new Error(`there is no context ${expression.name}`);
      return contexts[expression.name];
    case 'property':
      return propertyOf(read(expression.of, contexts), asText(read(expression.name, contexts)));
    case 'call': {
      const act = FUNCTIONS[expression.name];
      if (act === undefined) throw new Error(`there is no function ${expression.name}`);
      return act(expression.given.map((given) => read(given, contexts)));
    }
    case 'not':
      return !isTrue(read(expression.of, contexts));
    case 'binary':
      return binary(expression, contexts);
  }
}

function binary({ sign, left, right }: Expression & { kind: 'binary' }, contexts: Contexts): unknown {
  const first = read(left, contexts);
  const second = () => read(right, contexts);
  switch (sign) {
    case '&&':
      return isTrue(first) ? second() : first;
    case '||':
      return isTrue(first) ? first : second();
    case '==':
      return areEqual(first, second());
    case '!=':
      return !areEqual(first, second());
    case '<':
      return asNumber(first) < asNumber(second());
    case '<=':
      return asNumber(first) <= asNumber(second());
    case '>':
      return asNumber(first) > asNumber(second());
    case '>=':
      return asNumber(first) >= asNumber(second());
  }
}

/** Names in any case; null where there is nothing. */
function propertyOf(of: unknown, name: string): unknown {
  if (typeof of !== 'object' || of === null) return null;
  const found = Object.entries(of).find(([key]) => key.toLowerCase() === name.toLowerCase());
  return found?.[1] ?? null;
}

function isTrue(value: unknown): boolean {
  return Boolean(value);
}

/** Strings in any case; different kinds as numbers; lists and objects only when they are the same one. */
function areEqual(one: unknown, other: unknown): boolean {
  if (typeof one === 'string' && typeof other === 'string') return lower(one) === lower(other);
  if (typeof one === typeof other && typeof one === 'object' && one !== null) return one === other;
  return asNumber(one) === asNumber(other);
}

function asNumber(value: unknown): number {
  if (typeof value === 'string') return value.trim() === '' ? 0 : Number(value);
  if (typeof value === 'object' && value !== null) return Number.NaN;
  return Number(value ?? 0);
}

function asText(value: unknown): string {
  return value === null || value === undefined ? '' : String(value);
}

function lower(value: unknown): string {
  return asText(value).toLowerCase();
}
