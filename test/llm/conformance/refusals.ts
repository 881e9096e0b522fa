import { describe, expect, it, onTestFinished } from 'vitest';
import type { LLMOutcome } from '../../../core/omnimessage/index.ts';
import { startRawServer, unreachableUrl } from '../../model/raw-sse.ts';
import { fakeClock } from '../../support/clock.ts';
import { ask, modelAt, SECRET, scene, user } from '../conversation.ts';
import type { Complaint, WireFormat } from '../wire-format.ts';

const PERMANENT = { status: 'failed', permanent: true } as const;
const OVERFLOW = { status: 'failed', permanent: true, overflow: true } as const;
const TIMEOUT = { status: 'timeout' } as const;

interface Case {
  status: number;
  complaint: Complaint;
  outcome: LLMOutcome;
}

const CASES: Case[] = [
  {
    status: 401,
    complaint: { type: 'authentication_error', message: 'no such key' },
    outcome: { status: 'auth' },
  },
  {
    status: 400,
    complaint: { type: 'invalid_request_error', code: 'invalid_api_key', message: 'bad key' },
    outcome: { status: 'auth' },
  },
  { status: 403, complaint: { type: 'permission_error', message: 'quota exceeded' }, outcome: PERMANENT },
  { status: 402, complaint: { type: 'billing_error', message: 'no credit' }, outcome: PERMANENT },
  { status: 400, complaint: { type: 'invalid_request_error', message: 'tools.0: bad' }, outcome: PERMANENT },
  { status: 404, complaint: { type: 'not_found_error', message: 'no such model' }, outcome: PERMANENT },
  { status: 405, complaint: { type: 'invalid_request_error', message: 'method' }, outcome: PERMANENT },
  { status: 422, complaint: { type: 'invalid_request_error', message: 'extra field' }, outcome: PERMANENT },
  { status: 307, complaint: { type: 'moved', message: 'elsewhere' }, outcome: PERMANENT },
  { status: 409, complaint: { type: 'conflict', message: 'busy' }, outcome: { status: 'failed' } },
  { status: 413, complaint: { type: 'request_too_large', message: 'too large' }, outcome: OVERFLOW },
  {
    status: 400,
    complaint: {
      type: 'invalid_request_error',
      message: 'prompt is too long: 210000 tokens > 200000 maximum',
    },
    outcome: OVERFLOW,
  },
  {
    status: 400,
    complaint: { type: 'invalid_request_error', code: 'context_length_exceeded', message: 'too much' },
    outcome: OVERFLOW,
  },
  { status: 408, complaint: { type: 'timeout_error', message: 'slow' }, outcome: TIMEOUT },
  {
    status: 429,
    complaint: { type: 'rate_limit_error', message: 'too many tokens a minute' },
    outcome: TIMEOUT,
  },
  { status: 500, complaint: { type: 'api_error', message: 'oops' }, outcome: TIMEOUT },
  { status: 503, complaint: { type: 'api_error', message: 'down' }, outcome: TIMEOUT },
  { status: 529, complaint: { type: 'overloaded_error', message: 'overloaded' }, outcome: TIMEOUT },
];

const WAITS: { headers: Record<string, string>; wait: number | undefined }[] = [
  { headers: {}, wait: undefined },
  { headers: { 'retry-after': '7' }, wait: 7000 },
  { headers: { 'retry-after': 'Mon, 30 Nov 2026 12:01:30 GMT' }, wait: 90_000 },
  { headers: { 'retry-after': 'Mon, 30 Nov 2026 11:00:00 GMT' }, wait: 0 },
  { headers: { 'retry-after': '7', 'retry-after-ms': '250' }, wait: 250 },
  { headers: { 'retry-after': 'soon' }, wait: undefined },
];

export function describeRefusals(format: WireFormat): void {
  describe('refusals', () => {
    it.each(CASES)('$status $complaint.message', async ({ status, complaint, outcome }) => {
      const refusal = {
        status,
        headers: { 'content-type': 'application/json' },
        steps: [format.errorBody(complaint)],
      };
      const { model, server } = await scene(format, [refusal]);
      const reply = await ask(model, user('hi'));
      const { message, ...rest } = reply.outcome;
      expect(rest).toEqual(outcome);
      expect(message).toContain(complaint.message);
      expect(message).toContain(`test-model at ${new URL(server.url).host}`);
      expect(reply.stream).toEqual([]);
      expect(server.requests).toHaveLength(1);
    });

    it.each(WAITS)('a 429 with $headers asks to wait $wait ms', async ({ headers, wait }) => {
      const { model } = await scene(format, [{ status: 429, headers, steps: ['slow down'] }]);
      const { outcome } = await ask(model, user('hi'));
      expect(outcome).toMatchObject({ status: 'timeout', message: expect.stringContaining('slow down') });
      expect(outcome.retry_after_ms).toBe(wait);
    });

    it('a message never holds the key, even where the upstream repeats it', async () => {
      const body = format.errorBody({
        type: 'authentication_error',
        message: `${SECRET} is unknown\u001b[2J\n`,
      });
      const { model } = await scene(format, [{ status: 401, headers: {}, steps: [body] }]);
      const { outcome } = await ask(model, user('hi'));
      expect(outcome.message).toContain('*** is unknown');
      expect(outcome.message).not.toContain(SECRET);
      expect(outcome.message).not.toContain('\u001b');
    });

    it('a page for an answer is cut short', async () => {
      const page = `<html>${'x'.repeat(1_000_000)}`;
      const { model } = await scene(format, [
        { status: 502, headers: { 'content-type': 'text/html' }, steps: [page] },
      ]);
      const { outcome } = await ask(model, user('hi'));
      expect(outcome.status).toBe('timeout');
      expect(outcome.message?.length).toBeLessThan(600);
    });

    it('a refused connection is permanent until the model has answered once', async () => {
      const fresh = modelAt(await unreachableUrl(), format);
      expect((await ask(fresh, user('hi'))).outcome).toMatchObject(PERMANENT);

      const server = await startRawServer([{ steps: format.answer([{ finish: 'stop' }]) }]);
      const model = modelAt(server.url, format);
      expect((await ask(model, user('hi'))).outcome.status).toBe('completed');
      await server.stop();
      const { outcome } = await ask(model, user('again'));
      expect(outcome).toMatchObject(TIMEOUT);
      expect(outcome.permanent).toBeUndefined();
    });

    it('an unknown host is permanent on the first Request', async () => {
      const { outcome } = await ask(modelAt('http://no..such..host/v1', format), user('hi'));
      expect(outcome).toMatchObject({ ...PERMANENT, message: expect.stringContaining('no..such..host') });
    });

    it('an address that cannot be used is refused without a request', async () => {
      for (const url of ['nowhere', 'ftp://127.0.0.1/', 'http://me:secret@127.0.0.1/']) {
        const { outcome } = await ask(modelAt(url, format), user('hi'));
        expect(outcome).toMatchObject(PERMANENT);
        expect(outcome.message).not.toContain('secret');
      }
    });

    it('a redirect is not followed: the key stays with its host', async () => {
      const other = await startRawServer([]);
      onTestFinished(() => other.stop());
      const { model } = await scene(format, [{ status: 308, headers: { location: other.url }, steps: [] }]);
      expect((await ask(model, user('hi'))).outcome).toMatchObject(PERMANENT);
      expect(other.requests).toEqual([]);
    });

    it('a refused Request leaves no timer behind', async () => {
      const clock = fakeClock();
      const server = await startRawServer([{ status: 500, headers: {}, steps: [] }]);
      onTestFinished(() => server.stop());
      const { outcome } = await ask(modelAt(server.url, format, {}, clock), user('hi'));
      expect(outcome.status).toBe('timeout');
      expect(clock.sleeping()).toBe(0);
    });
  });
}
