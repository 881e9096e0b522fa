import { describe, expect, it } from 'vitest';
import { ask, payloadsOf, scene, user } from '../conversation.ts';
import type { Complaint, WireFormat, WireStep } from '../wire-format.ts';

const HALF_CALL: WireStep = { call: { id: 'c1', name: 'look', arguments: ['{"path":"/', 'tmp'] } };
const DONE: WireStep = { finish: 'stop' };

const STREAM_ERRORS: { complaint: Complaint; outcome: Record<string, unknown> }[] = [
  { complaint: { type: 'overloaded_error', message: 'overloaded' }, outcome: { status: 'timeout' } },
  { complaint: { type: 'rate_limit_error', message: 'slow down' }, outcome: { status: 'timeout' } },
  { complaint: { type: 'server_error', message: 'oops' }, outcome: { status: 'timeout' } },
  { complaint: { type: 'authentication_error', message: 'who?' }, outcome: { status: 'auth' } },
  {
    complaint: { type: 'invalid_request_error', message: 'no' },
    outcome: { status: 'failed', permanent: true },
  },
  {
    complaint: { type: 'invalid_request_error', message: 'maximum context length is 4096 tokens' },
    outcome: { status: 'failed', permanent: true, overflow: true },
  },
  { complaint: { type: 'whatever', message: 'hm' }, outcome: { status: 'failed' } },
];

export function describeBreaks(format: WireFormat): void {
  describe('broken answers', () => {
    it('a connection that is cut in a text ends the text with the reason', async () => {
      const { model } = await scene(format, [
        { steps: format.begun([{ text: ['so', ' far'] }]), last: 'cut' },
      ]);
      const { payloads, outcome } = await ask(model, user('hi'));
      expect(outcome).toMatchObject({ status: 'timeout', message: expect.any(String) });
      expect(payloads).toMatchObject([{ type: 'text', text: 'so far', stop_reason: 'timeout' }]);
    });

    it('a connection that is cut in a call gives out no call', async () => {
      const { model } = await scene(format, [
        { steps: format.begun([{ text: ['a'] }, HALF_CALL]), last: 'cut' },
      ]);
      const { payloads, outcome } = await ask(model, user('hi'));
      expect(outcome.status).toBe('timeout');
      expect(payloads).toMatchObject([
        { type: 'text', stop_reason: 'completed' },
        { type: 'tool_call', arguments: '{"path":"/tmp', stop_reason: 'timeout' },
      ]);
    });

    it('a connection that is cut behind the finish changes nothing', async () => {
      const steps = format.answer([{ text: ['whole'] }, DONE]);
      const { model } = await scene(format, [{ steps, last: 'cut' }, { steps: format.answer([DONE]) }]);
      const { payloads, outcome } = await ask(model, user('hi'));
      expect(outcome).toEqual({ status: 'completed' });
      expect(payloads).toMatchObject([{ text: 'whole', stop_reason: 'completed' }]);
      expect((await ask(model, user('next'))).outcome.status).toBe('completed');
    });

    it('an event that is no JSON is malformed', async () => {
      const { model } = await scene(format, [
        { steps: [...format.begun([{ text: ['a'] }]), 'data: {"oops\n\n'] },
      ]);
      const { payloads, outcome } = await ask(model, user('hi'));
      expect(outcome.status).toBe('malformed');
      expect(payloads).toMatchObject([{ text: 'a', stop_reason: 'malformed' }]);
    });

    it('a first event that is no JSON is malformed', async () => {
      const { model } = await scene(format, [{ steps: ['data: {"oops\n\n'] }]);
      expect((await ask(model, user('hi'))).outcome.status).toBe('malformed');
    });

    it.each([
      ['nothing at all', []],
      ['only keep-alives', [': ping\n\n', ': ping\n\n']],
      ['a page', ['<html>hello</html>']],
    ])('%s is malformed', async (_, steps) => {
      const { model } = await scene(format, [{ steps }]);
      const { stream, outcome } = await ask(model, user('hi'));
      expect(outcome.status).toBe('malformed');
      expect(stream).toEqual([]);
    });

    it('an end without a finish is malformed', async () => {
      const { model } = await scene(format, [
        { steps: [...format.begun([{ text: ['a'] }]), ...format.closing] },
      ]);
      expect((await ask(model, user('hi'))).outcome.status).toBe('malformed');
    });

    it.each(STREAM_ERRORS)('an error in the stream: $complaint.message', async ({ complaint, outcome }) => {
      const after = format.ended(DONE);
      const { model } = await scene(format, [
        { steps: [...format.begun([{ text: ['a'] }]), format.errorFrame(complaint), ...after] },
      ]);
      const reply = await ask(model, user('hi'));
      const { message, ...rest } = reply.outcome;
      expect(rest).toEqual(outcome);
      expect(message).toContain(complaint.message);
      expect(reply.payloads).toMatchObject([{ text: 'a', stop_reason: rest.status }]);
      expect(payloadsOf(reply.stream, 'token_usage')).toEqual([]);
    });

    it.each(STREAM_ERRORS)(
      'an error as the first event: $complaint.message',
      async ({ complaint, outcome }) => {
        const { model } = await scene(format, [{ steps: [format.errorFrame(complaint)] }]);
        const { message, ...rest } = (await ask(model, user('hi'))).outcome;
        expect(rest).toEqual(outcome);
        expect(message).toContain(complaint.message);
      },
    );
  });
}
