import { describe, expect, it } from 'vitest';
import { allow, play, stage, story } from './stage.ts';

const never = () => new Promise<string>(() => undefined);

describe('an abort', () => {
  it('ends a Task whose model hangs', async () => {
    const { engine, say } = stage([[{ text: 'Thinking' }, { hang: true }]]);
    const abort = new AbortController();
    const { messages, end } = await play(engine.run([say('go')], { signal: abort.signal }), ({ payload }) => {
      if (payload.type === 'partial_text' && payload.event_type === 'delta') abort.abort();
    });
    expect(end).toEqual({ kind: 'aborted' });
    expect(story(messages)).toEqual(['request_begin', 'text:Thinking', 'request_end:aborted', 'abort']);
  });

  it('ends a Task whose tool ignores it, after a short grace', async () => {
    const { engine, say, clock } = stage([[{ call: 'stuck', id: 'a' }]], { tools: { stuck: never } });
    const abort = new AbortController();
    const run = play(engine.run([say('go')], { approve: allow, signal: abort.signal }), ({ payload }) => {
      if (payload.type === 'partial_tool_call_output') abort.abort();
    });
    await clock.advance(0);
    await clock.advance(250);
    const { messages, end } = await run;
    expect(end).toEqual({ kind: 'aborted' });
    expect(story(messages).at(-1)).toBe('abort');
  });

  it('does not wait for an approval that never settles, and records no decision', async () => {
    const { engine, say } = stage([[{ call: 'touch', id: 'a' }]], { tools: { touch: () => 'ok' } });
    const abort = new AbortController();
    const approve = () => {
      abort.abort();
      return new Promise<'allow'>(() => undefined);
    };
    const { messages, end } = await play(engine.run([say('go')], { approve, signal: abort.signal }));
    expect(end).toEqual({ kind: 'aborted' });
    expect(story(messages).filter((word) => word.endsWith('#a'))).toEqual(['call:touch#a']);
  });

  it('during the wait for a reconnect ends the Task at once', async () => {
    const { engine, say, clock } = stage([
      [{ fail: { status: 'timeout', message: 'silence' } }],
      'never asked',
    ]);
    const abort = new AbortController();
    const run = play(engine.run([say('go')], { signal: abort.signal }));
    await clock.advance(10);
    abort.abort();
    expect((await run).end).toEqual({ kind: 'aborted' });
    expect(clock.monotonic()).toBe(10);
  });

  it('of a committed turn carries real outputs over, and an interruption for the calls without one', async () => {
    let finish = (): void => undefined;
    const quick = () =>
      new Promise<string>((resolve) => {
        finish = () => resolve('quick is done');
      });
    const turns = [
      [
        { call: 'quick', id: 'a' },
        { call: 'stuck', id: 'b' },
      ],
      'Done.',
    ];
    const { engine, say, clock, model } = stage(turns, { tools: { quick, stuck: never } });
    const abort = new AbortController();
    const run = play(engine.run([say('go')], { approve: allow, signal: abort.signal }), ({ payload }) => {
      if (payload.type === 'request_end') finish();
      if (payload.type === 'tool_call_output') abort.abort();
    });
    await clock.advance(0);
    await clock.advance(250);
    await run;
    await play(engine.run([say('go on')]));
    expect(story(model.requests[1] ?? [])).toEqual([
      'output#a:quick is done',
      'output#b:[interrupted: tool aborted by user]',
      'text:go on',
    ]);
  });

  it('of an uncommitted turn carries its input over with what had been produced', async () => {
    const { engine, say, model } = stage([[{ text: 'I think' }, { hang: true }], 'Done.']);
    const abort = new AbortController();
    await play(engine.run([say('go')], { signal: abort.signal }), ({ payload }) => {
      if (payload.type === 'partial_text' && payload.event_type === 'delta') abort.abort();
    });
    await play(engine.run([say('go on')]));
    const [first, carried, last] = story(model.requests[1] ?? []);
    expect(first).toBe('text:go');
    expect(carried).toMatch(/\[turn_aborted\][\s\S]*text: I/);
    expect(last).toBe('text:go on');
  });
});

describe('a consumer that leaves early', () => {
  it('stops the model and the tools', async () => {
    let stopped = false;
    const { engine, say } = stage([[{ call: 'watch', id: 'a' }, { hang: true }]], {
      tools: {
        watch: ({ signal }) =>
          new Promise((resolve) => {
            signal?.addEventListener('abort', () => {
              stopped = true;
              resolve('stopped');
            });
          }),
      },
    });
    for await (const { payload } of engine.run([say('go')], { approve: allow })) {
      if (payload.type === 'partial_tool_call_output') break;
    }
    expect(stopped).toBe(true);
  });
});
