import type { LLMOutcome } from '../omnimessage/index.ts';
import type { FailureFacts } from './failure-facts.ts';
import { gatherFacts } from './failure-facts.ts';

/** What can go wrong with a Request: how the engine takes it, what it is, and what a person can do. */
const VERDICTS = {
  key_refused: {
    outcome: { status: 'auth' },
    says: 'the key was refused',
    cure: (where) => `Check the key (${where.keyVariable}).`,
  },
  too_long: {
    outcome: { status: 'failed', permanent: true, overflow: true },
    says: 'the conversation does not fit into the context window',
    cure: () => 'Compact it, or use a model with a larger window.',
  },
  no_access: {
    outcome: { status: 'failed', permanent: true },
    says: 'the key does not give access to this',
    cure: () => 'Check the plan, the quota and the permissions of the key.',
  },
  not_found: {
    outcome: { status: 'failed', permanent: true },
    says: 'there is no such model or address',
    cure: () => 'Check the model id and the base URL.',
  },
  rejected: {
    outcome: { status: 'failed', permanent: true },
    says: 'the request was rejected',
    cure: () => 'Check the settings of the model.',
  },
  unusable_address: {
    outcome: { status: 'failed', permanent: true },
    says: 'the address cannot be used',
    cure: () => 'Check the base URL and its certificate.',
  },
  unreachable: {
    outcome: { status: 'failed', permanent: true },
    says: 'nobody answers there',
    cure: () => 'Check the base URL, and that the server runs.',
  },
  rate_limited: {
    outcome: { status: 'timeout' },
    says: 'the rate or quota is used up',
    cure: () => 'Wait, or check the limits of the key.',
  },
  unavailable: {
    outcome: { status: 'timeout' },
    says: 'the upstream is overloaded or broken',
    cure: () => 'Try again later.',
  },
  connection_lost: {
    outcome: { status: 'timeout' },
    says: 'the connection was lost',
    cure: () => 'Try again.',
  },
  garbled: {
    outcome: { status: 'malformed' },
    says: 'the answer breaks its protocol',
    cure: () => 'If it stays so, check the client type and the base URL.',
  },
  failed: {
    outcome: { status: 'failed' },
    says: 'the request failed',
    cure: () => 'Try again.',
  },
} satisfies Record<string, { outcome: LLMOutcome; says: string; cure: (where: Where) => string }>;

type Verdict = keyof typeof VERDICTS;

/** Whom the Request went to; what a message for people may name, and the key that it must not. */
export interface Where {
  modelId: string;
  host: string;
  keyVariable: string;
  apiKey: string | undefined;
}

export interface Circumstances {
  now: Date;
  /** Whether this model has answered before: an address that never worked is wrong, one that did is down. */
  answeredBefore: boolean;
}

const INVALID_KEY_CODE =
  /^(invalid_api_key|incorrect_api_key|api_key_invalid|invalid_authentication(_error)?|authentication_error)$/i;
const INVALID_KEY_TEXT = /\b(invalid|incorrect) api[ _-]?key\b|\bapi key not valid\b/i;
const OVERFLOW = [
  /context[_ ](length|window|size|limit)/i,
  /(prompt|input) is too long/i,
  /too many (input |prompt )?tokens/i,
  /maximum prompt length|max_prompt_tokens_exceeded/i,
  /input token count/i,
  /reduce the length of/i,
  /request_too_large/i,
];
const UNUSABLE_ADDRESS_CODE =
  /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_(GET|VERIFY)_|ERR_TLS_CERT_|ERR_SSL_|ERR_INVALID_URL)/;
const UNUSABLE_ADDRESS_TEXT = /^(bad port|unknown scheme)$/;
const NOBODY_THERE_CODE = /^(ECONNREFUSED|ENOTFOUND)$/;
const NETWORK_CODE = /^((?!ERR_)E[A-Z_]{3,}|UND_ERR_\w+)$/;
const NETWORK_TEXT = /^(fetch failed|terminated)$|timed? ?out|socket hang up/i;

/** The one place where an error becomes an outcome. */
export function classify(error: unknown, where: Where, circumstances: Circumstances): LLMOutcome {
  const facts = gatherFacts(error, circumstances.now);
  const { outcome, says, cure } = VERDICTS[judge(facts, circumstances.answeredBefore)];
  return {
    ...outcome,
    message: sayWhere(where, `${says}${detail(facts, where.apiKey)}. ${cure(where)}`),
    ...(facts.retryAfterMs === undefined ? {} : { retry_after_ms: facts.retryAfterMs }),
  };
}

/** A sentence about a Request, with the model and the host in front. */
export function sayWhere({ modelId, host }: Where, sentence: string): string {
  return `${modelId} at ${host}: ${sentence}`;
}

function judge(facts: FailureFacts, answeredBefore: boolean): Verdict {
  if (facts.malformed) return 'garbled';
  if (isKeyRefused(facts)) return 'key_refused';
  if (isOverflow(facts)) return 'too_long';
  return facts.status === undefined ? judgeConnection(facts, answeredBefore) : judgeStatus(facts.status);
}

function isKeyRefused({ status, codes, texts }: FailureFacts): boolean {
  if (status === 401 || codes.some((code) => INVALID_KEY_CODE.test(code))) return true;
  return (status === 400 || status === 403) && texts.some((text) => INVALID_KEY_TEXT.test(text));
}

/** A rate limit counts tokens as well, but those of a minute. */
function isOverflow({ status, codes, texts }: FailureFacts): boolean {
  if (status === 429) return false;
  const said = [...codes, ...texts];
  return status === 413 || OVERFLOW.some((pattern) => said.some((text) => pattern.test(text)));
}

function judgeStatus(status: number): Verdict {
  if (status === 429) return 'rate_limited';
  if (status === 408 || status >= 500) return 'unavailable';
  if (status === 402 || status === 403) return 'no_access';
  if (status === 404) return 'not_found';
  if (status === 400 || status === 405 || status === 422) return 'rejected';
  return status >= 300 && status < 400 ? 'unusable_address' : 'failed';
}

function judgeConnection({ codes, texts, unmakeable }: FailureFacts, answeredBefore: boolean): Verdict {
  const coded = (pattern: RegExp) => codes.some((code) => pattern.test(code));
  const said = (pattern: RegExp) => texts.some((text) => pattern.test(text));
  if (coded(UNUSABLE_ADDRESS_CODE) || said(UNUSABLE_ADDRESS_TEXT)) return 'unusable_address';
  if (coded(NOBODY_THERE_CODE)) return answeredBefore ? 'connection_lost' : 'unreachable';
  if (unmakeable) return 'rejected';
  return coded(NETWORK_CODE) || said(NETWORK_TEXT) ? 'connection_lost' : 'failed';
}

const MAX_DETAIL_CHARS = 300;

/** What was said, fit to show: one short line without the key. */
function detail({ status, texts, codes }: FailureFacts, apiKey: string | undefined): string {
  const said = [status, texts.at(-1) ?? codes[0]].filter((part) => part !== undefined).join(' ');
  const masked = apiKey === undefined ? said : said.replaceAll(apiKey, '***');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not reach a terminal or a log.
  const line = masked.replace(/[\s\u0000-\u001f\u007f-\u009f]+/g, ' ').trim();
  if (line === '') return '';
  return ` (${line.length > MAX_DETAIL_CHARS ? `${line.slice(0, MAX_DETAIL_CHARS)}…` : line})`;
}
