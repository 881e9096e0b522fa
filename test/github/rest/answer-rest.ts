import { createHash } from 'node:crypto';
import { complete } from '../schema/complete.ts';
import { violations } from '../schema/validate.ts';
import { emptyAnswer, jsonAnswer, type WireAnswer, type WireRequest } from '../wire.ts';
import { checkPermission } from '../world/permissions.ts';
import { Refusal, refusalBody } from '../world/refusal.ts';
import { findRepository } from '../world/repositories.ts';
import type { World } from '../world/state.ts';
import { authenticate } from '../world/tokens.ts';
import type { Call, Operation, Reply } from './operation.ts';
import { operations } from './operations.ts';
import { parametersOf } from './parameters.ts';
import { rateHeaders } from './rate.ts';
import type { Route } from './routes.ts';
import { isOnPull } from './thread-of.ts';

/** Answers one REST request as GitHub would. What this server cannot do is a fault, never a silent 404. */
export async function answerRest(
  world: World,
  request: WireRequest,
  route: Route | undefined,
): Promise<WireAnswer> {
  const operation = route && operations[route.operation];
  if (route === undefined || operation === undefined) return unknownOperation(world, request, route);
  const rate = rateHeaders(world, request.headers.authorization);
  try {
    const reply = await answerOperation(world, request, route, operation);
    return conditional(request, wireAnswer(world, route, reply, rate));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return jsonAnswer(error.status, refusalBody(error), rate);
  }
}

function unknownOperation(world: World, request: WireRequest, route: Route | undefined): WireAnswer {
  const name = `${request.method} ${request.url.pathname}`;
  const cure = route === undefined ? 'add it to description.mjs' : `add a handler for ${route.operation}`;
  world.faults.push(`this GitHub does not know ${name}: ${cure}`);
  return jsonAnswer(501, { message: `Not implemented: ${name}` });
}

async function answerOperation(
  world: World,
  request: WireRequest,
  route: Route,
  operation: Operation,
): Promise<Reply> {
  const caller = authenticate(world, request.headers.authorization);
  const call = { world, caller, accept: request.headers.accept ?? '', url: request.url };
  if (operation.on === 'repository') return answerOnRepository(operation, call, request, route);
  return operation.answer({ ...call, parameters: parametersOf(route, request) });
}

function answerOnRepository(
  operation: Operation & { on: 'repository' },
  call: Omit<Call<unknown>, 'parameters'>,
  request: WireRequest,
  route: Route,
): Reply | Promise<Reply> {
  const { owner, repo } = route.parameters;
  const repository = findRepository(call.world, `${owner}/${repo}`);
  checkPermission(call.caller, repository, operation.need, isOnPull(repository, route.parameters));
  return operation.answer({ ...call, repository, parameters: parametersOf(route, request) });
}

function wireAnswer(world: World, route: Route, reply: Reply, rate: Record<string, string>): WireAnswer {
  const { status, raw } = reply;
  if (route.described.answers[String(status)] === undefined) {
    world.faults.push(`${route.operation} answered ${status}, which is not described`);
  }
  const headers = { ...rate, ...reply.headers };
  if (raw !== undefined) {
    return { status, headers: { 'content-type': raw.type, ...headers }, body: raw.bytes };
  }
  if (reply.body === undefined) return emptyAnswer(status, headers);
  return jsonAnswer(status, conformingBody(world, route, reply), headers);
}

/** The body made whole. Where it does not conform to the description it is sent all the same, and a fault. */
function conformingBody(world: World, { operation, described }: Route, { status, body }: Reply): unknown {
  const schema = described.answers[String(status)] ?? {};
  const whole = complete(schema, JSON.parse(JSON.stringify(body)));
  const found = violations(['operations', operation, 'answers', String(status)], whole);
  if (found.length > 0) world.faults.push(`the answer of ${operation} does not conform: ${found.join('; ')}`);
  return whole;
}

/** GETs carry an ETag, and one that the client already has is answered 304 without a body. */
function conditional(request: WireRequest, answer: WireAnswer): WireAnswer {
  if (request.method !== 'GET' || answer.status !== 200) return answer;
  const etag = `W/"${createHash('sha256').update(answer.body).digest('hex')}"`;
  const headers = { ...answer.headers, etag };
  return request.headers['if-none-match'] === etag ? emptyAnswer(304, headers) : { ...answer, headers };
}
