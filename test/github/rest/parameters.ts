import { isRecord } from '../schema/complete.ts';
import { follow, type ParameterDescription, type Schema } from '../schema/description.ts';
import { violations } from '../schema/validate.ts';
import type { WireRequest } from '../wire.ts';
import { Refusal, unprocessable } from '../world/refusal.ts';
import type { Route } from './routes.ts';

/**
 * Path, query and body of a request as one record, each checked against the description; what GitHub would refuse is
 * thrown as a Refusal. A body that is a list is handed on as `items`.
 */
export function parametersOf(route: Route, request: WireRequest): Record<string, unknown> {
  const body = bodyOf(route, request);
  const described = route.described.parameters.map((parameter, at) => ({ parameter, at }));
  const plain = described.flatMap(({ parameter, at }) => {
    const value = plainParameter(parameter, route, request.url);
    if (value === undefined) return [];
    refuse(
      violations(['operations', route.operation, 'parameters', String(at), 'schema'], value),
      parameter.name,
    );
    return [[parameter.name, value] as const];
  });
  return { ...Object.fromEntries(plain), ...body };
}

/** The body as JSON, for the journal; undefined where there is none or it is not JSON. */
export function jsonBody(request: WireRequest): unknown {
  try {
    return request.body.length === 0 ? undefined : (JSON.parse(request.body.toString('utf8')) as unknown);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function bodyOf({ operation, described }: Route, request: WireRequest): Record<string, unknown> {
  const body = jsonBody(request);
  if (body === undefined && request.body.length > 0) throw new Refusal(400, 'Problems parsing JSON');
  if (described.body === undefined) return {};
  if (body === undefined) {
    if (described.body.required) throw unprocessable('Invalid request.\n\nThe body is missing.');
    return {};
  }
  refuse(violations(['operations', operation, 'body', 'schema'], body), 'body');
  return isRecord(body) ? body : { items: body };
}

function plainParameter(parameter: ParameterDescription, route: Route, url: URL): unknown {
  const text =
    parameter.in === 'path' ? route.parameters[parameter.name] : url.searchParams.get(parameter.name);
  return text === null || text === undefined ? undefined : coerce(parameter.schema, text);
}

/** Text from a URL as the type that the schema wants; what does not fit stays text and is refused by the check. */
function coerce(given: Schema, text: string): unknown {
  const schema = follow(given);
  const branch = (schema.oneOf ?? schema.anyOf)?.map((option) => coerce(option, text));
  if (branch !== undefined) return branch.find((value) => typeof value !== 'string') ?? text;
  if ((schema.type === 'integer' || schema.type === 'number') && /^-?\d+$/.test(text)) return Number(text);
  if (schema.type === 'boolean' && /^(true|false)$/.test(text)) return text === 'true';
  return text;
}

function refuse(found: string[], what: string): void {
  if (found.length > 0) throw unprocessable(`Invalid request.\n\n${what}: ${found.join('; ')}`);
}
