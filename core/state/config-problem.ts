/** What a configuration says wrong, in words that are enough to mend it. */
import * as z from 'zod';
import { plainLine } from '../policy/index.ts';
import { withoutUser } from './base-url.ts';
import { configSchema } from './config.ts';
import type { Path, ReadDocument } from './config-document.ts';
import { nearKey } from './near-key.ts';
import type { Problem } from './problem.ts';

const MAX_VALUE = 60;
/** People paste the key itself where its variable's name belongs; no key looks like this. */
const NO_KEY = /^[A-Z_]{1,40}$/;

/** Each issue of the schema's with its place in the file. */
export function problemsIn({ issues }: z.ZodError, document: ReadDocument): Problem[] {
  return issues.flatMap((issue) => problemsOf(issue, document));
}

function problemsOf(issue: z.core.$ZodIssue, document: ReadDocument): Problem[] {
  const { path, message } = issue;
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => unknownKey([...path, key], document));
    case 'invalid_key': {
      const text = `${nameOf(path)} is no id: ${issue.issues[0]?.message ?? message}`;
      return [{ position: document.positionOfKey(path), text }];
    }
    default: {
      const text = `${nameOf(path)} ${verdictOn(valueAt(document.value, path), path)}: ${message}`;
      return [{ position: document.positionOf(path), text }];
    }
  }
}

function unknownKey(path: Path, document: ReadDocument): Problem {
  const known = keysAt(path.slice(0, -1));
  const near = nearKey(String(path.at(-1)), known);
  const cure = near === undefined ? `use ${known.join(', ')}` : `write ${near}`;
  return { position: document.positionOfKey(path), text: `there is no key ${nameOf(path)}: ${cure}` };
}

/** The keys that the schema has for a mapping. */
function keysAt(path: Path): string[] {
  let schema: unknown = configSchema;
  for (const key of path) schema = within(schema, key);
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}

function within(schema: unknown, key: PropertyKey): unknown {
  const child = childOf(schema, key);
  return child instanceof z.ZodOptional ? child.unwrap() : child;
}

function childOf(schema: unknown, key: PropertyKey): unknown {
  if (schema instanceof z.ZodObject) return schema.shape[String(key)];
  if (schema instanceof z.ZodArray) return schema.element;
  if (schema instanceof z.ZodRecord) return schema.valueType;
  return undefined;
}

/** `models[0].provider`. */
function nameOf(path: Path): string {
  if (path.length === 0) return 'the file';
  const name = path.map((key) =>
    typeof key === 'number' ? `[${key}]` : `.${plainLine(String(key), MAX_VALUE)}`,
  );
  return name.join('').replace(/^\./, '');
}

function valueAt(value: unknown, path: Path): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
  return valueAt(Reflect.get(value, key), rest);
}

function verdictOn(value: unknown, path: Path): string {
  if (value === undefined) return 'is missing';
  if (value === null) return 'is empty';
  if (path.at(-1) === 'api_key_env' && !NO_KEY.test(String(value)))
    return 'is not shown, lest it be the key itself';
  return `is ${shown(value)}`;
}

function shown(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a mapping';
  if (typeof value !== 'string') return String(value);
  return `"${plainLine(withoutUser(value), MAX_VALUE)}"`;
}
