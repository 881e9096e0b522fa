import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkoutRoot } from '../checkout-root.ts';

/** The part of JSON Schema that GitHub's description uses and this server reads itself. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  enum?: unknown[];
  format?: string;
  default?: unknown;
  minimum?: number;
}

export interface ParameterDescription {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  /** A path parameter that may hold slashes, as a ref or a file's path does. */
  multiSegment?: boolean;
  schema: Schema;
}

export interface OperationDescription {
  method: string;
  path: string;
  parameters: ParameterDescription[];
  body?: { required: boolean; schema: Schema };
  /** Schema by status below 400; null where the answer has no JSON body. */
  answers: Record<string, Schema | null>;
}

export interface Description {
  operations: Record<string, OperationDescription>;
  webhooks: Record<string, Schema>;
  schemas: Record<string, Schema>;
}

let loaded: Description | undefined;

/** GitHub's own description of the operations and webhooks that this server knows, as `description.mjs` wrote it. */
export function description(): Description {
  loaded ??= JSON.parse(
    readFileSync(join(checkoutRoot(), 'test/github/description.json'), 'utf8'),
  ) as Description;
  return loaded;
}

export function follow(schema: Schema): Schema {
  if (schema.$ref === undefined) return schema;
  const found = description().schemas[schema.$ref.replace('#/schemas/', '')];
  if (found === undefined) {
    throw new Error(`description.json does not hold ${schema.$ref}: run description.mjs`);
  }
  return follow(found);
}
