import { describe, expect, it } from 'vitest';
import { gate } from '../../model/raw-sse.ts';
import { ask, output, payloadsOf, scene, user } from '../conversation.ts';
import type { WireFormat, WireStep } from '../wire-format.ts';

const DONE: WireStep = { finish: 'stop' };

function call(id: string, ...pieces: string[]): WireStep {
  return { call: { id, name: 'look', arguments: pieces } };
}

export function describeAnswers(format: WireFormat): void {
  describe('answers', () => {
    it('a text comes delta by delta, then whole, then the usage', async () => {
      const steps: WireStep[] = [
        { text: ['Hel', 'lo ', '🐧'] },
        { usage: { input: 30, output: 7, cached: 12 } },
        DONE,
      ];
      const { model } = await scene(format, [{ steps: format.answer(steps) }]);
      const { stream, payloads, outcome } = await ask(model, user('hi'));
      expect(outcome).toEqual({ status: 'completed' });
      expect(payloadsOf(stream, 'partial_text').map((partial) => partial.text ?? partial.event_type)).toEqual(
        ['start', 'Hel', 'lo ', '🐧', 'stop'],
      );
      expect(payloads).toEqual([
        { type: 'text', role: 'assistant', text: 'Hello 🐧', stop_reason: 'completed' },
      ]);
      const usage = { cache_read: 12, cache_write: 0, output: 7, total: 37 };
      expect(payloadsOf(stream, 'token_usage')).toEqual([
        { type: 'token_usage', session: usage, request: usage },
      ]);
    });

    it('thinking keeps what the upstream wants back', async () => {
      const steps: WireStep[] = [{ thinking: ['hm', 'mm'], signature: 'c2ln+/=' }, { text: ['yes'] }, DONE];
      const { model } = await scene(format, [{ steps: format.answer(steps) }]);
      const { payloads } = await ask(model, user('hi'));
      expect(payloads).toMatchObject([
        { type: 'thinking', thinking: 'hmmm', fidelity: format.fidelity('c2ln+/=') },
        { type: 'text', text: 'yes' },
      ]);
    });

    it('a call has its arguments byte for byte', async () => {
      const steps: WireStep[] = [call('c1', '{ "path"', ': "a\\u00e9b" ', '}'), { finish: 'calls' }];
      const { model } = await scene(format, [{ steps: format.answer(steps) }]);
      const { payloads } = await ask(model, user('hi'));
      expect(payloads).toEqual([
        {
          type: 'tool_call',
          role: 'assistant',
          name: 'look',
          arguments: '{ "path": "a\\u00e9b" }',
          tool_call_id: 'c1',
          stop_reason: 'completed',
        },
      ]);
    });

    it('a call without arguments has an empty object', async () => {
      const { model } = await scene(format, [{ steps: format.answer([call('c1'), { finish: 'calls' }]) }]);
      const { payloads } = await ask(model, user('hi'));
      expect(payloads).toMatchObject([{ arguments: '{}', stop_reason: 'completed' }]);
    });

    it('ten parallel calls come in their order', async () => {
      const ids = Array.from({ length: 10 }, (_, index) => `c${index}`);
      const steps = [...ids.map((id) => call(id, `{"id":"${id}"}`)), { finish: 'calls' } as const];
      const { model } = await scene(format, [{ steps: format.answer(steps) }]);
      const { stream } = await ask(model, user('hi'));
      const calls = payloadsOf(stream, 'tool_call');
      expect(calls.map((one) => one.tool_call_id)).toEqual(ids);
      expect(calls.map((one) => one.arguments)).toEqual(ids.map((id) => `{"id":"${id}"}`));
    });

    it('texts between calls keep apart', async () => {
      const steps: WireStep[] = [
        { text: ['one'] },
        call('c1', '{}'),
        { text: ['two'] },
        call('c2', '{}'),
        DONE,
      ];
      const { model } = await scene(format, [{ steps: format.answer(steps) }]);
      const { stream } = await ask(model, user('hi'));
      expect(payloadsOf(stream, 'text').map(({ text }) => text)).toEqual(['one', 'two']);
      expect(payloadsOf(stream, 'tool_call').map((one) => one.tool_call_id)).toEqual(['c1', 'c2']);
    });

    it('a whole call is given out while the rest of the answer is still to come', async () => {
      const rest = gate();
      const frames = format.answer([call('c1', '{"a":1}'), call('c2', '{"b":2}'), { finish: 'calls' }]);
      const second = frames.findIndex((one) => one.includes('c2'));
      const steps = [...frames.slice(0, second + 1), rest.passed, ...frames.slice(second + 1)];
      const { model } = await scene(format, [{ steps }]);
      const seen: string[] = [];
      await ask(model, user('hi'), {
        onMessage({ payload }) {
          if (payload.type !== 'tool_call') return;
          seen.push(payload.tool_call_id);
          rest.open();
        },
      });
      expect(seen).toEqual(['c1', 'c2']);
    });

    it('one id for two calls becomes two, and the upstream gets its own back', async () => {
      const { model, server } = await scene(format, [
        { steps: format.answer([call('same', '{"n":1}'), call('same', '{"n":2}'), { finish: 'calls' }]) },
        { steps: format.answer([{ text: ['done'] }, DONE]) },
      ]);
      const { stream } = await ask(model, user('hi'));
      expect(payloadsOf(stream, 'tool_call').map((one) => one.tool_call_id)).toEqual(['same', 'same#2']);
      await ask(model, [output('same', 'first'), output('same#2', 'second')]);
      const items = format.sent(server.requests[1]?.body ?? '');
      expect(items.slice(1)).toEqual([
        ['call', 'same', 'look', '{"n":1}'],
        ['call', 'same', 'look', '{"n":2}'],
        ['output', 'same', 'first'],
        ['output', 'same', 'second'],
      ]);
    });

    it('reports of usage that grow are not summed up, Requests are', async () => {
      const steps: WireStep[] = [
        { text: ['a'] },
        { usage: { input: 10, output: 1 } },
        { usage: { input: 10, output: 2 } },
        { usage: { input: 10, output: 3 } },
        DONE,
      ];
      const { model } = await scene(format, [
        { steps: format.answer(steps) },
        { steps: format.answer(steps) },
      ]);
      await ask(model, user('hi'));
      const { stream } = await ask(model, user('again'));
      expect(payloadsOf(stream, 'token_usage')).toMatchObject([
        { request: { output: 3, total: 13 }, session: { output: 6, total: 26 } },
      ]);
    });

    it('usage that never comes is estimated', async () => {
      const { model } = await scene(format, [{ steps: format.answer([{ text: ['12345678'] }, DONE]) }]);
      const { stream } = await ask(model, user('1234'));
      expect(payloadsOf(stream, 'token_usage')).toMatchObject([{ request: { output: 2, total: 4 } }]);
    });

    it('keep-alives and events from the future change nothing', async () => {
      const steps = format.answer([{ text: ['a', 'b'] }, DONE]).flatMap((one) => [one, ...format.noise]);
      const { model } = await scene(format, [{ steps }]);
      const { payloads, outcome } = await ask(model, user('hi'));
      expect(outcome.status).toBe('completed');
      expect(payloads).toMatchObject([{ text: 'ab' }]);
    });

    it('bytes may come one by one, with carriage returns', async () => {
      const text = format
        .answer([{ text: ['é', '🐧'] }, DONE])
        .join('')
        .replaceAll('\n', '\r\n');
      const { model } = await scene(format, [
        { steps: [...Buffer.from(text)].map((byte) => Buffer.of(byte)) },
      ]);
      const { payloads, outcome } = await ask(model, user('hi'));
      expect(outcome.status).toBe('completed');
      expect(payloads).toMatchObject([{ text: 'é🐧' }]);
    });

    it('an answer of nothing but a finish is an answer', async () => {
      const { model } = await scene(format, [{ steps: format.answer([DONE]) }]);
      const { payloads, outcome } = await ask(model, user('hi'));
      expect({ payloads, outcome }).toEqual({ payloads: [], outcome: { status: 'completed' } });
    });

    it('an answer that is cut at its length is complete and says so', async () => {
      const { model } = await scene(format, [
        { steps: format.answer([{ text: ['and then'] }, { finish: 'length' }]) },
      ]);
      const { payloads, outcome } = await ask(model, user('hi'));
      expect(outcome).toEqual({ status: 'completed', cut: true });
      expect(payloads).toMatchObject([{ text: 'and then' }]);
    });

    it('a call that is cut at the length is no call, and the next Request knows nothing of it', async () => {
      const { model, server } = await scene(format, [
        { steps: format.answer([{ text: ['so'] }, call('c1', '{"path": "/a'), { finish: 'length' }]) },
        { steps: format.answer([DONE]) },
      ]);
      const { payloads, outcome } = await ask(model, user('hi'));
      expect(outcome).toEqual({ status: 'completed', cut: true });
      expect(payloads).toMatchObject([{ type: 'text' }, { type: 'tool_call', stop_reason: 'failed' }]);
      await ask(model, user('go on'));
      expect(format.sent(server.requests[1]?.body ?? '')).toEqual([
        ['user', 'hi'],
        ['assistant', 'so'],
        ['user', 'go on'],
      ]);
    });

    it('arguments that the model wrote broken are given out as they are, and sent back as an object', async () => {
      const { model, server } = await scene(format, [
        { steps: format.answer([call('c1', '{"path": '), { finish: 'calls' }]) },
        { steps: format.answer([DONE]) },
      ]);
      const { payloads } = await ask(model, user('hi'));
      expect(payloads).toMatchObject([{ arguments: '{"path": ', stop_reason: 'completed' }]);
      await ask(model, output('c1', 'no JSON'));
      expect(format.sent(server.requests[1]?.body ?? '')[1]).toEqual([
        'call',
        'c1',
        'look',
        '{"unparsable_arguments":"{\\"path\\": "}',
      ]);
    });

    it('a content filter fails the Request', async () => {
      const { model } = await scene(format, [
        { steps: format.answer([{ text: ['I'] }, { finish: 'filter' }]) },
      ]);
      const { outcome } = await ask(model, user('hi'));
      expect(outcome).toMatchObject({ status: 'failed', message: expect.stringContaining('content filter') });
      expect(outcome.permanent).toBeUndefined();
    });
  });
}
