import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { ask, build, modelAt, output, scene, user } from '../conversation.ts';
import type { WireFormat, WireStep } from '../wire-format.ts';

const PIXEL = 'data:image/png;base64,iVBORw0KGgo=';
const DONE: WireStep = { finish: 'stop' };
const TOOL = {
  name: 'look',
  description: 'Looks.',
  parameters: { type: 'object', properties: { path: { type: 'string' } } },
};

export function describeRoundTrips(format: WireFormat): void {
  const answer = (...steps: WireStep[]) => ({ steps: format.answer(steps) });

  describe('what is sent', () => {
    it('a Request names the model, the prompt, the tools and the key, at the protocol’s own path', async () => {
      const { model, server } = await scene(format, [answer(DONE)], {
        systemPrompt: 'Be kind.',
        tools: [TOOL],
      });
      await ask(model, user('hi'));
      const [request] = server.requests;
      expect(request?.path).toBe(format.path);
      expect(JSON.stringify(request?.headers)).toContain('sk-canary');
      expect(JSON.parse(request?.body ?? '')).toMatchObject({ model: 'test-model', stream: true });
      expect(request?.body).toContain(JSON.stringify(TOOL.parameters.properties));
      expect(format.sent(request?.body ?? '')).toEqual([
        ['system', 'Be kind.'],
        ['user', 'hi'],
      ]);
    });

    it('without a key none is sent', async () => {
      const { server } = await scene(format, [answer(DONE)]);
      const { outcome } = await ask(modelAt(server.url, format, { apiKey: ' ' }), user('hi'));
      expect(outcome.status).toBe('completed');
      const { authorization = '', 'x-api-key': key = '' } = server.requests[0]?.headers ?? {};
      expect([authorization, key]).toEqual(['', '']);
    });

    it('nothing that the environment holds for the packages is sent', async () => {
      const names = [
        'OPENAI_API_KEY',
        'OPENAI_ADMIN_KEY',
        'OPENAI_ORG_ID',
        'OPENAI_PROJECT_ID',
        'ANTHROPIC_API_KEY',
      ];
      for (const name of [...names, 'ANTHROPIC_AUTH_TOKEN']) vi.stubEnv(name, 'from-the-environment');
      for (const name of ['OPENAI_BASE_URL', 'ANTHROPIC_BASE_URL']) vi.stubEnv(name, 'http://127.0.0.1:1/');
      onTestFinished(() => void vi.unstubAllEnvs());
      const { server } = await scene(format, [answer(DONE)]);
      const { outcome } = await ask(modelAt(server.url, format, { apiKey: '' }), user('hi'));
      expect(outcome.status).toBe('completed');
      expect(JSON.stringify(server.requests)).not.toContain('from-the-environment');
    });

    it('thinking, texts and calls go back byte for byte, and outputs behind their calls', async () => {
      const { model, server } = await scene(format, [
        answer(
          { thinking: ['  a "b"\n', 'ü'], signature: 'c2ln+/=' },
          { text: [' Looking…\n'] },
          { call: { id: 'c1', name: 'look', arguments: ['{"path":"a","n":[1,2]}'] } },
          { call: { id: 'c2', name: 'look', arguments: ['{}'] } },
          { finish: 'calls' },
        ),
        answer(DONE),
      ]);
      await ask(model, user('hi'));
      await ask(model, [user('and hurry'), output('c1', 'one\n'), output('c2', 'two')]);
      const [seal] = Object.values(format.fidelity('c2ln+/='));
      expect(format.sent(server.requests[1]?.body ?? '')).toEqual([
        ['user', 'hi'],
        ['thinking', '  a "b"\nü', seal],
        ['assistant', ' Looking…\n'],
        ['call', 'c1', 'look', '{"path":"a","n":[1,2]}'],
        ['call', 'c2', 'look', '{}'],
        ['output', 'c1', 'one\n'],
        ['output', 'c2', 'two'],
        ['user', 'and hurry'],
      ]);
    });

    it('images are sent, the user’s and a tool’s', async () => {
      const call: WireStep = { call: { id: 'c1', name: 'look', arguments: ['{}'] } };
      const { model, server } = await scene(format, [answer(call, { finish: 'calls' }), answer(DONE)]);
      await ask(model, [user('see'), build({ type: 'image_url', role: 'user', image_url: PIXEL })]);
      await ask(
        model,
        build({
          type: 'tool_call_output',
          role: 'user',
          output: 'shot',
          tool_call_id: 'c1',
          images: [PIXEL],
        }),
      );
      const items = format.sent(server.requests[1]?.body ?? '');
      expect(items.filter(([kind]) => kind === 'image')).toEqual([
        ['image', PIXEL],
        ['image', PIXEL],
      ]);
      expect(items).toContainEqual(['output', 'c1', 'shot']);
    });

    it('a restored history is sent before the new turn, without half calls and without what is no message', async () => {
      const { model, server } = await scene(format, [
        answer({ call: { id: 'c1', name: 'look', arguments: ['{}'] } }, DONE),
      ]);
      const text = (value: string) => build({ type: 'text', role: 'assistant', text: value });
      const call = { type: 'tool_call', role: 'assistant', name: 'look' } as const;
      model.setHistory([
        user('first'),
        build({ type: 'request_begin' }),
        text('looking'),
        build({ ...call, arguments: '{"a":1}', tool_call_id: 'c1' }),
        build({ ...call, arguments: '{"b"', tool_call_id: 'c2', stop_reason: 'timeout' }),
        output('c1', 'seen'),
        text('done'),
      ]);
      const { payloads } = await ask(model, user('next'));
      expect(format.sent(server.requests[0]?.body ?? '')).toEqual([
        ['user', 'first'],
        ['assistant', 'looking'],
        ['call', 'c1', 'look', '{"a":1}'],
        ['output', 'c1', 'seen'],
        ['assistant', 'done'],
        ['user', 'next'],
      ]);
      expect(payloads).toMatchObject([{ tool_call_id: 'c1#2' }]);
    });

    it('a failed Request leaves the history as it was, and the same input can be sent again', async () => {
      const { model, server } = await scene(format, [
        answer({ text: ['one'] }, DONE),
        { steps: format.begun([{ text: ['half'] }]), last: 'cut' },
        answer({ text: ['two'] }, DONE),
        answer(DONE),
      ]);
      const statuses = [];
      for (const text of ['a', 'b', 'b', 'c']) statuses.push((await ask(model, user(text))).outcome.status);
      expect(statuses).toEqual(['completed', 'timeout', 'completed', 'completed']);
      expect(format.sent(server.requests[3]?.body ?? '')).toEqual([
        ['user', 'a'],
        ['assistant', 'one'],
        ['user', 'b'],
        ['assistant', 'two'],
        ['user', 'c'],
      ]);
    });

    it('a Request whose stream was not consumed to the end is not committed', async () => {
      const { model, server } = await scene(format, [answer({ text: ['one'] }, DONE), answer(DONE)]);
      for await (const { payload } of model.streamGenerate({ newMessages: [user('a')] })) {
        if (payload.type === 'token_usage') break;
      }
      await ask(model, user('b'));
      expect(format.sent(server.requests[1]?.body ?? '')).toEqual([['user', 'b']]);
    });

    it('the output cap is what was asked for, and less where the window leaves less', async () => {
      const small = { maxTokens: 4000, contextWindow: 8000 };
      const { model, server } = await scene(
        format,
        [answer({ text: ['a'] }, { usage: { input: 5000, output: 500 } }, DONE), answer(DONE), answer(DONE)],
        small,
      );
      for (const text of ['hi', 'x'.repeat(400), 'y'.repeat(4000)]) await ask(model, user(text));
      const caps = server.requests.map(({ body }) => format.sentCap(body));
      expect(caps).toEqual([4000, 8000 - 5500 - 100 - 1024, 512]);
    });

    it('what is no turn of the user is refused without a request', async () => {
      const { model, server } = await scene(format, []);
      const reply = build({ type: 'text', role: 'assistant', text: 'me' });
      for (const input of [[], [user('a'), reply], [reply], [build({ type: 'request_begin' })]]) {
        const { outcome } = await ask(model, input);
        expect(outcome).toMatchObject({ status: 'failed', permanent: true });
      }
      expect(server.requests).toEqual([]);
    });
  });
}
