import { describe, expect, it } from 'vitest';
import { classify } from '../../core/llm/classify.ts';
import { MalformedAnswer, UpstreamError } from '../../core/llm/upstream-error.ts';

const WHERE = { modelId: 'm', host: 'h:1', keyVariable: 'KEY', apiKey: 'sk-1' };
const NOW = new Date('2026-11-30T12:00:00.000Z');

function judge(error: unknown, answeredBefore = false) {
  const { message: _, ...outcome } = classify(error, WHERE, { now: NOW, answeredBefore });
  return outcome;
}

/** An error as the network gives it: the code sits a few causes down. */
function network(code: string, message = `connect ${code} 10.0.0.1:443`): Error {
  const cause = Object.assign(new Error(message), { code });
  return new Error('Connection error.', { cause: new TypeError('fetch failed', { cause }) });
}

const PERMANENT = { status: 'failed', permanent: true };

describe('the network', () => {
  it.each([
    'ECONNRESET',
    'EPIPE',
    'ETIMEDOUT',
    'EAI_AGAIN',
    'EHOSTUNREACH',
    'UND_ERR_CONNECT_TIMEOUT',
    'UND_ERR_BODY_TIMEOUT',
  ])('%s is a timeout', (code) => expect(judge(network(code))).toEqual({ status: 'timeout' }));

  it.each(['ECONNREFUSED', 'ENOTFOUND'])(
    '%s is permanent at first, and a timeout once there was an answer',
    (code) => {
      expect(judge(network(code))).toEqual(PERMANENT);
      expect(judge(network(code), true)).toEqual({ status: 'timeout' });
    },
  );

  it('all addresses of a host refused is refused', () => {
    const part = Object.assign(new Error('connect ECONNREFUSED ::1:3'), { code: 'ECONNREFUSED' });
    expect(judge(new TypeError('fetch failed', { cause: new AggregateError([part]) }))).toEqual(PERMANENT);
  });

  it.each([
    'CERT_HAS_EXPIRED',
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    'ERR_TLS_CERT_ALTNAME_INVALID',
  ])('%s is permanent, also later', (code) => expect(judge(network(code), true)).toEqual(PERMANENT));

  it.each([
    [new TypeError('fetch failed', { cause: new Error('bad port') })],
    [new TypeError('fetch failed', { cause: new Error('unknown scheme') })],
    [Object.assign(new TypeError('Failed to parse URL'), { code: 'ERR_INVALID_URL' })],
    [new TypeError('Headers.append: "a\nb" is an invalid header value.')],
  ])('a request that cannot be made is permanent: %s', (error) => {
    expect(judge(error, true)).toEqual(PERMANENT);
  });

  it.each(['terminated', 'fetch failed'])('an error that only says "%s" is a timeout', (message) => {
    expect(judge(new TypeError(message))).toEqual({ status: 'timeout' });
  });

  it('a package’s own timeout is a timeout', () => {
    expect(judge(new Error('Request timed out.'))).toEqual({ status: 'timeout' });
  });
});

describe('complaints', () => {
  const response = (status: number, headers = {}) => ({ status, headers: new Headers(headers) });

  it.each([
    ['a bare object', { message: 'prompt is too long', type: 'BadRequestError', code: 400 }],
    [
      'a list',
      [{ error: { code: 400, message: 'The input token count (9) exceeds', status: 'INVALID_ARGUMENT' } }],
    ],
    ['a text', 'context window exceeded'],
    ['an error that is a text', { error: 'maximum context length is 4096' }],
    ['a JSON text in the message', { error: { message: '{"error":{"message":"input is too long"}}' } }],
    ['details', { detail: [{ msg: 'reduce the length of the messages' }] }],
  ])('an overflow is found in %s', (_, complaint) => {
    expect(judge(new UpstreamError(complaint, response(400)))).toEqual({ ...PERMANENT, overflow: true });
  });

  it('too large an output cap is no overflow', () => {
    const message = 'max_tokens: 200000 > 64000, which is the maximum allowed number of output tokens';
    expect(judge(new UpstreamError({ error: { message } }, response(400)))).toEqual(PERMANENT);
  });

  it.each([
    [{ error: { code: 529, message: 'Provider returned error' } }, { status: 'timeout' }],
    [{ error: { code: '429', message: 'slow' } }, { status: 'timeout' }],
    [{ error: { code: 'insufficient_quota', message: 'pay' } }, { status: 'timeout' }],
    [{ error: { code: 401, message: 'who' } }, { status: 'auth' }],
    [{ error: { type: 'API_KEY_INVALID', message: 'who' } }, { status: 'auth' }],
    [{ message: 'something else' }, { status: 'failed' }],
    [{ error: { code: 'constructor', message: 'odd' } }, { status: 'failed' }],
    [null, { status: 'failed' }],
  ])('an error event %j names its own status', (complaint, outcome) => {
    expect(judge(new UpstreamError(complaint))).toEqual(outcome);
  });

  it('the status that was sent beats the one that is named', () => {
    expect(judge(new UpstreamError({ error: { type: 'invalid_request_error' } }, response(503)))).toEqual({
      status: 'timeout',
    });
  });

  it.each([
    [400, 'API key not valid. Please pass a valid API key.'],
    [403, 'Incorrect API key provided: sk-…'],
  ])('a %i that says "%s" is a refused key', (status, message) => {
    expect(judge(new UpstreamError({ error: { message } }, response(status)))).toEqual({ status: 'auth' });
  });

  it('a wait is passed on with any status', () => {
    expect(judge(new UpstreamError('', response(503, { 'retry-after': '1.5' })))).toEqual({
      status: 'timeout',
      retry_after_ms: 1500,
    });
  });
});

it('what a package says around a refusal is not told', () => {
  const refusal = new UpstreamError('', { status: 500, headers: new Headers() });
  const error = new Error('Connection error.', { cause: refusal });
  const { message } = classify(error, WHERE, { now: NOW, answeredBefore: false });
  expect(message).toBe('m at h:1: the upstream is overloaded or broken (500). Try again later.');
});

it('a fault of our own is no fault of the network', () => {
  expect(judge(Object.assign(new Error('gone'), { code: 'ERR_MODULE_NOT_FOUND' }))).toEqual({
    status: 'failed',
  });
});

it('an answer that breaks its protocol is malformed, however deep it lies', () => {
  expect(judge(new Error('outer', { cause: new MalformedAnswer('inner') }))).toEqual({ status: 'malformed' });
});

it.each([[new Error('odd')], ['a text'], [undefined], [null]])(
  'anything else, such as %s, just failed',
  (error) => {
    expect(judge(error)).toEqual({ status: 'failed' });
  },
);

it('causes that run in a circle come to an end', () => {
  const error = new Error('a');
  error.cause = new Error('b', { cause: error });
  expect(judge(error)).toEqual({ status: 'failed' });
});

it('a message says who, what and what to do', () => {
  const error = new UpstreamError(
    { error: { message: 'Unknown key sk-1' } },
    { status: 401, headers: new Headers() },
  );
  expect(classify(error, WHERE, { now: NOW, answeredBefore: false }).message).toBe(
    'm at h:1: the key was refused (401 Unknown key ***). Check the key (KEY).',
  );
});
