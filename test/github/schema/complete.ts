import { follow, type Schema } from './description.ts';

/** Stands in for links that no test follows. */
const BLANK_URL = 'https://docs.github.com/rest';
const BLANK_TIME = '2026-01-01T00:00:00Z';

/**
 * `value` with every field that the schema requires and the value lacks, at any depth, so that a handler writes down
 * only what matters. What is there is never changed.
 */
export function complete(schema: Schema, value: unknown): unknown {
  const { allOf, ...own } = follow(schema);
  const completed = (allOf ?? []).reduce((sofar, part) => complete(part, sofar), value);
  return completeOne(own, completed);
}

function completeOne(schema: Schema, value: unknown): unknown {
  const branches = schema.anyOf ?? schema.oneOf;
  if (value === undefined) return blank(schema);
  if (branches !== undefined) return complete(branches.find((branch) => fits(branch, value)) ?? {}, value);
  if (Array.isArray(value)) return value.map((item: unknown) => complete(schema.items ?? {}, item));
  return isRecord(value) ? completeRecord(schema, value) : value;
}

function completeRecord(schema: Schema, value: Record<string, unknown>): Record<string, unknown> {
  const properties = schema.properties ?? {};
  const names = new Set([...Object.keys(value), ...(schema.required ?? [])]);
  return Object.fromEntries([...names].map((name) => [name, complete(properties[name] ?? {}, value[name])]));
}

/** The least value that the schema allows. */
function blank(given: Schema): unknown {
  const schema = follow(given);
  if (schema.default !== undefined) return schema.default;
  if (acceptsNull(schema)) return null;
  if (schema.enum !== undefined) return schema.enum[0];
  const branch = (schema.anyOf ?? schema.oneOf)?.[0];
  if (branch !== undefined) return blank(branch);
  if (schema.allOf !== undefined) return complete(schema, {});
  return blankOfType(schema);
}

function blankOfType(schema: Schema): unknown {
  switch (typeNames(schema)[0]) {
    case 'string':
      return blankString(schema.format);
    case 'integer':
    case 'number':
      return schema.minimum ?? 0;
    case 'boolean':
      return false;
    case 'array':
      return [];
    case 'object':
      return completeRecord(schema, {});
    default:
      return schema.properties === undefined ? null : completeRecord(schema, {});
  }
}

function blankString(format: string | undefined): string {
  if (format === 'uri') return BLANK_URL;
  if (format === 'date-time') return BLANK_TIME;
  return format === 'email' ? 'noreply@github.com' : '';
}

function fits(given: Schema, value: unknown): boolean {
  const schema = follow(given);
  if (value === null) return acceptsNull(schema);
  const types = typeNames(schema);
  if (types.length > 0 && !types.includes(jsonType(value, types))) return false;
  return !isRecord(value) || enumsAgree(schema, value);
}

/** Branches for objects differ by a field with one allowed value, such as `type: "file"`. */
function enumsAgree(schema: Schema, value: Record<string, unknown>): boolean {
  return Object.entries(schema.properties ?? {}).every(([name, property]) => {
    const allowed = follow(property).enum;
    return allowed === undefined || value[name] === undefined || allowed.includes(value[name]);
  });
}

function acceptsNull(schema: Schema): boolean {
  if (typeNames(schema).includes('null')) return true;
  return (schema.anyOf ?? schema.oneOf ?? []).some((branch) => acceptsNull(follow(branch)));
}

function typeNames(schema: Schema): string[] {
  if (schema.type === undefined) return [];
  return Array.isArray(schema.type) ? schema.type : [schema.type];
}

function jsonType(value: unknown, wanted: string[]): string {
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') {
    return wanted.includes('integer') && Number.isInteger(value) ? 'integer' : 'number';
  }
  return typeof value;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
