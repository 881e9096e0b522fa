import { describe, expect, it } from 'vitest';
import type { OmniMessage } from '../../core/omnimessage/index.ts';
import { allow, play, stage, story } from './stage.ts';

const call = (name: string, id: string, args = {}) => ({ call: name, id, arguments: args });

describe('a Task', () => {
  it('ends when a turn calls no tool', async () => {
    const { engine, say } = stage(['All is well.']);
    const { messages, end } = await play(engine.run([say('how are you?')]));
    expect(story(messages)).toEqual([
      'request_begin',
      'text:All is well.',
      'token_usage',
      'request_end:completed',
    ]);
    expect(end).toEqual({ kind: 'answered' });
  });

  it('gives the outputs of a turn to the next Request, in call order, whatever the order in which they end', async () => {
    const gates = new Map<string, () => void>();
    const wait = (_: unknown, { id }: Record<string, unknown>) =>
      new Promise<string>((resolve) => gates.set(String(id), () => resolve(`done ${id}`)));
    const { engine, say, model } = stage(
      [[call('wait', 'a', { id: 'a' }), call('wait', 'b', { id: 'b' })], 'Both are done.'],
      { tools: { wait } },
    );
    const { messages } = await play(engine.run([say('go')], { approve: allow }), ({ payload }) => {
      if (payload.type === 'partial_tool_call_output' && payload.event_type === 'start' && gates.size === 2) {
        gates.get('b')?.();
      }
      if (payload.type === 'tool_call_output' && payload.tool_call_id === 'b') gates.get('a')?.();
    });
    const outputs = story(messages).filter((word) => word.startsWith('output'));
    expect(outputs).toEqual(['output#b:done b', 'output#a:done a']);
    expect(story(model.requests[1] ?? [])).toEqual(['output#a:done a', 'output#b:done b']);
  });

  it('starts an allowed call at once, while the model still speaks', async () => {
    const started = deferred();
    const { engine, say, clock } = stage(
      [[call('touch', 'a'), { waitMs: 5_000 }, { text: 'I called it.' }], 'Done.'],
      {
        tools: {
          touch: () => {
            started.resolve(undefined);
            return 'touched';
          },
        },
      },
    );
    const run = play(engine.run([say('go')], { approve: allow }));
    await started.promise;
    await clock.advance(5_000);
    const words = story((await run).messages);
    expect(words.indexOf('output#a:touched')).toBeLessThan(words.indexOf('text:I called it.'));
  });

  it('ends a Request before its tools have ended', async () => {
    const release = deferred();
    const { engine, say } = stage([[call('slow', 'a')], 'Done.'], {
      tools: { slow: () => release.promise.then(() => 'late') },
    });
    const { messages } = await play(engine.run([say('go')], { approve: allow }), ({ payload }) => {
      if (payload.type === 'request_end') release.resolve(undefined);
    });
    const words = story(messages);
    expect(words.indexOf('request_end:completed')).toBeLessThan(words.indexOf('output#a:late'));
    expect(words.indexOf('token_usage')).toBe(words.indexOf('request_end:completed') - 1);
  });

  it('runs at most eight calls at the same time', async () => {
    let running = 0;
    let most = 0;
    const tools = {
      count: async () => {
        most = Math.max(most, ++running);
        await new Promise((resolve) => setImmediate(resolve));
        running--;
        return 'ok';
      },
    };
    const calls = Array.from({ length: 20 }, (_, i) => call('count', `c${i}`));
    const { engine, say } = stage([calls, 'Done.'], { tools });
    await play(engine.run([say('go')], { approve: allow }));
    expect(most).toBe(8);
  });

  it('asks a model whose answer was cut to go on, at most twice, and says so in the stream', async () => {
    const cut = [{ text: 'part' }, { cut: true as const }];
    const { engine, say, model } = stage([cut, cut, cut, 'never asked']);
    const { messages, end } = await play(engine.run([say('write a lot')]));
    expect(model.requests).toHaveLength(3);
    expect(end).toEqual({ kind: 'answered' });
    const said = messages.filter(({ payload }) => payload.type === 'text' && payload.sender === 'harness');
    expect(said).toHaveLength(2);
  });

  it('gives two calls with one id two ids before it starts them', async () => {
    const { engine, say, model } = stage(
      [[call('echo', 'x', { n: 1 }), call('echo', 'x', { n: 2 })], 'Done.'],
      {
        tools: { echo: (_, { n }) => `got ${n}` },
      },
    );
    const { messages } = await play(engine.run([say('go')], { approve: allow }));
    expect(story(messages).filter((word) => word.startsWith('call'))).toEqual([
      'call:echo#x',
      'call:echo#x#2',
    ]);
    expect(story(model.requests[1] ?? [])).toEqual(['output#x:got 1', 'output#x#2:got 2']);
  });

  it('never gives out half a call', async () => {
    const llm = {
      async *streamGenerate() {
        yield { timestamp: '', type: 'model_msg' as const, payload: halfCall };
        return { status: 'completed' as const };
      },
    };
    const { engine, say } = stage([], { llm, tools: { echo: () => 'never' } });
    const { messages, end } = await play(engine.run([say('go')], { approve: allow }));
    expect(story(messages).filter((word) => word.startsWith('allow') || word.startsWith('output'))).toEqual(
      [],
    );
    expect(end).toEqual({ kind: 'answered' });
  });
});

describe('a commit point', () => {
  it('is acknowledged before what follows from it: no tool starts before its decision was taken off the stream', async () => {
    const seen: string[] = [];
    const { engine, say } = stage([[call('touch', 'a')], 'Done.'], {
      tools: {
        touch: () => {
          seen.push('tool started');
          return 'ok';
        },
      },
    });
    await play(engine.run([say('go')], { approve: allow }), async ({ payload }: OmniMessage) => {
      if (payload.type !== 'approval_decision') return;
      await new Promise((resolve) => setTimeout(resolve, 5));
      seen.push('decision recorded');
    });
    expect(seen).toEqual(['decision recorded', 'tool started']);
  });
});

const halfCall = {
  type: 'tool_call' as const,
  role: 'assistant' as const,
  name: 'echo',
  arguments: '{"n":',
  tool_call_id: 'h',
  stop_reason: 'malformed' as const,
};

function deferred() {
  let resolve: (value: unknown) => void = () => undefined;
  const promise = new Promise((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
