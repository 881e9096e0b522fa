import { describe, expect, it } from 'vitest';
import { gate } from '../../model/raw-sse.ts';
import { ask, type Scene, scene, user } from '../conversation.ts';
import type { WireFormat, WireStep } from '../wire-format.ts';

const DONE: WireStep = { finish: 'stop' };

/** Waits, without a clock, for something that happens on the other side of a socket. */
async function until(happened: () => boolean): Promise<void> {
  while (!happened()) await new Promise(setImmediate);
}

/** Once a finish has arrived a second limit runs, that of the rest of the stream. */
function finishArrived({ clock }: Scene): () => boolean {
  return () => clock.sleeping() === 2;
}

export function describeInterruptions(format: WireFormat): void {
  const text = (...deltas: string[]) => format.begun([{ text: deltas }]);

  describe('interruptions', () => {
    it('an abort ends a stream that would go on for ever, and the connection with it', async () => {
      const deltas = Array.from({ length: 500 }, (_, index) => `${index} `);
      const { model, server } = await scene(format, [{ steps: text(...deltas), last: 'stay' }]);
      const abort = new AbortController();
      const { payloads, outcome } = await ask(model, user('hi'), {
        signal: abort.signal,
        onMessage: ({ payload }) =>
          payload.type === 'partial_text' && payload.text === '100 ' && abort.abort(),
      });
      expect(outcome.status).toBe('aborted');
      expect(payloads).toMatchObject([{ type: 'text', stop_reason: 'aborted' }]);
      await server.requests[0]?.gone;
    });

    it('an abort while nothing comes ends the wait', async () => {
      const { model, server } = await scene(format, [{ steps: [], last: 'stay' }]);
      const abort = new AbortController();
      const reply = ask(model, user('hi'), { signal: abort.signal });
      await until(() => server.requests.length === 1);
      abort.abort();
      expect((await reply).outcome.status).toBe('aborted');
      await server.requests[0]?.gone;
    });

    it('after an abort nothing is asked', async () => {
      const { model, server } = await scene(format, []);
      const { outcome } = await ask(model, user('hi'), { signal: AbortSignal.abort() });
      expect(outcome.status).toBe('aborted');
      expect(server.requests).toEqual([]);
    });

    it('an abort behind the finish comes too late: the answer is whole', async () => {
      const stage = await scene(format, [
        { steps: format.answer([{ text: ['whole'] }, DONE]), last: 'stay' },
      ]);
      const abort = new AbortController();
      const reply = ask(stage.model, user('hi'), { signal: abort.signal });
      await until(finishArrived(stage));
      abort.abort();
      const { stream, outcome } = await reply;
      expect(outcome).toEqual({ status: 'completed' });
      expect(stream.at(-1)?.payload.type).toBe('token_usage');
    });

    it('a stream that stays open behind its finish is left after five seconds', async () => {
      const stage = await scene(format, [{ steps: format.answer([{ text: ['a'] }, DONE]), last: 'stay' }]);
      const reply = ask(stage.model, user('hi'));
      await until(finishArrived(stage));
      await stage.clock.advance(5_000);
      expect((await reply).outcome).toEqual({ status: 'completed' });
      expect(stage.clock.sleeping()).toBe(0);
    });

    it('silence is a timeout, counted from the last event', async () => {
      const more = gate();
      const frames = text('a', 'b');
      const steps = [...frames.slice(0, -1), more.passed, ...frames.slice(-1)];
      const { model, clock } = await scene(format, [{ steps, last: 'stay' }], { requestTimeoutMs: 1_000 });
      const { payloads, outcome } = await ask(model, user('hi'), {
        onMessage({ payload }) {
          if (payload.type !== 'partial_text' || payload.text === undefined) return;
          const late = payload.text === 'a' ? 999 : 1_000;
          // By then the model waits for the next event.
          setImmediate(() => clock.advance(late).then(more.open, more.open));
        },
      });
      expect(outcome).toMatchObject({ status: 'timeout', message: expect.stringContaining('1 s') });
      expect(payloads).toMatchObject([{ text: 'ab', stop_reason: 'timeout' }]);
      expect(clock.sleeping()).toBe(0);
    });

    it('a consumer may take all the time it wants', async () => {
      const { model, clock } = await scene(format, [{ steps: format.answer([{ text: ['a', 'b'] }, DONE]) }]);
      const { outcome } = await ask(model, user('hi'), { onMessage: () => clock.advance(600_000) });
      expect(outcome).toEqual({ status: 'completed' });
    });

    it('the limit can be switched off', async () => {
      const { model, clock } = await scene(format, [{ steps: text('a'), last: 'stay' }], {
        requestTimeoutMs: 0,
      });
      const abort = new AbortController();
      const reply = ask(model, user('hi'), { signal: abort.signal });
      await clock.advance(10_000_000);
      abort.abort();
      expect((await reply).outcome.status).toBe('aborted');
    });

    it('who leaves early cancels the request', async () => {
      const { model, server } = await scene(format, [{ steps: text('a'), last: 'stay' }]);
      for await (const _ of model.streamGenerate({ newMessages: [user('hi')] })) break;
      await server.requests[0]?.gone;
    });

    it('who leaves while the next message is waited for is not kept waiting', async () => {
      const { model, server } = await scene(format, [{ steps: [], last: 'stay' }]);
      const generator = model.streamGenerate({ newMessages: [user('hi')] });
      const next = generator.next();
      await until(() => server.requests.length === 1);
      await generator.return({ status: 'aborted' });
      expect((await next).done).toBe(true);
      await server.requests[0]?.gone;
    });
  });
}
