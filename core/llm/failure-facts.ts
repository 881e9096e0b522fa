import { field, isObject, parseJson, textField } from './json.ts';
import { retryAfterMs } from './retry-after.ts';
import { MalformedAnswer, UpstreamError } from './upstream-error.ts';

/** What an error and its causes say, gathered before anything is decided. */
export interface FailureFacts {
  status: number | undefined;
  retryAfterMs: number | undefined;
  /** Error codes and types along the chain, the upstream's and the system's, as written. */
  codes: string[];
  /** Messages along the chain: the closer to the cause, the later. */
  texts: string[];
  malformed: boolean;
  /** A `TypeError` that no network code explains: the request could not even be made. */
  unmakeable: boolean;
}

/** HTTP statuses that upstreams name instead of send, in error events of a stream that began with 200. */
const STATUS_OF_CODE = new Map([
  ['invalid_request_error', 400],
  ['authentication_error', 401],
  ['billing_error', 402],
  ['permission_error', 403],
  ['not_found_error', 404],
  ['model_not_found', 404],
  ['request_too_large', 413],
  ['rate_limit_error', 429],
  ['rate_limit_exceeded', 429],
  ['insufficient_quota', 429],
  ['api_error', 500],
  ['server_error', 500],
  ['internal_server_error', 500],
  ['service_unavailable', 503],
  ['timeout_error', 504],
  ['overloaded_error', 529],
]);

/** What `fetch` says itself when the network failed under it. */
const NETWORK_TEXT = /^(fetch failed|terminated)$/;

export function gatherFacts(error: unknown, now: Date): FailureFacts {
  const facts: FailureFacts = {
    status: undefined,
    retryAfterMs: undefined,
    codes: [],
    texts: [],
    malformed: false,
    unmakeable: false,
  };
  for (const link of causeChain(error)) addLink(facts, link, now);
  facts.status ??= facts.codes.map(namedStatus).find((status) => status !== undefined);
  return facts;
}

/** The error, its causes and the parts of aggregates; each once. */
function causeChain(error: unknown): Set<unknown> {
  const chain = new Set([error]);
  // A set walks over what is added while it is walked, and keeps a circle of causes from running for ever.
  for (const link of chain) {
    if (!(link instanceof Error)) continue;
    if (link.cause !== undefined) chain.add(link.cause);
    if (link instanceof AggregateError) for (const part of link.errors) chain.add(part);
  }
  return chain;
}

function addLink(facts: FailureFacts, link: unknown, now: Date): void {
  if (link instanceof UpstreamError) {
    facts.texts = []; // What packages said around it, such as "connection error", is not what happened.
    addComplaint(facts, link.complaint);
    facts.status ??= link.status;
    if (link.headers !== undefined) facts.retryAfterMs ??= retryAfterMs(link.headers, now);
    return;
  }
  if (!(link instanceof Error)) return;
  facts.malformed ||= link instanceof MalformedAnswer;
  facts.unmakeable ||= link instanceof TypeError && !NETWORK_TEXT.test(link.message);
  facts.texts.push(link.message);
  // A system error has its code as a property that `Error` does not declare.
  if ('code' in link && typeof link.code === 'string') facts.codes.push(link.code);
}

/** Upstreams wrap what they say in `error`, in a list, in both, in a second JSON text, or not at all. */
function addComplaint(facts: FailureFacts, complaint: unknown): void {
  const unlisted = Array.isArray(complaint) ? complaint[0] : complaint;
  const inner = field(unlisted, 'error') ?? unlisted;
  if (typeof inner === 'string') facts.texts.push(inner);
  if (!isObject(inner)) return;
  for (const name of ['code', 'type', 'status']) {
    const code = inner[name];
    if (typeof code === 'string' || typeof code === 'number') facts.codes.push(String(code));
  }
  const message = inner.message ?? inner.detail;
  if (typeof message === 'string') addMessage(facts, message);
  else if (message !== undefined) facts.texts.push(JSON.stringify(message));
}

function addMessage(facts: FailureFacts, message: string): void {
  const nested = textField(field(parseJson(message), 'error'), 'message');
  facts.texts.push(nested === '' ? message : nested);
}

function namedStatus(code: string): number | undefined {
  return /^[45]\d\d$/.test(code) ? Number(code) : STATUS_OF_CODE.get(code);
}
