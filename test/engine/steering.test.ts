import { describe, expect, it } from 'vitest';
import { createSteering } from '../../core/engine/steering.ts';
import type { OmniMessage } from '../../core/omnimessage/index.ts';
import type { Tool } from './stage.ts';
import { allow, play, stage, story } from './stage.ts';

const steered = (text: string) => `text:[user_steering]\n${text}\n[/user_steering]`;
const look: Record<string, Tool> = { look: () => 'a bug' };

/** A stage with a Task that can be steered. */
function steerable(...given: Parameters<typeof stage>) {
  const on = stage(...given);
  const steering = createSteering();
  const steer = (text: string) => steering.offer([on.say(text)]);
  const ask = (text: string, see?: (message: OmniMessage) => unknown, signal?: AbortSignal) =>
    play(
      on.engine.run([on.say(text)], {
        approve: allow,
        steering,
        ...(signal === undefined ? {} : { signal }),
      }),
      see,
    );
  const requests = () => on.model.requests.map(story);
  return { ...on, steer, ask, requests };
}

const isOf = (type: string, message: OmniMessage) => message.payload.type === type;

describe('steering', () => {
  it('is refused while no Task runs, and nothing of it is kept', async () => {
    const { steer, ask, requests } = steerable(['Done.', 'Done again.']);
    expect(steer('too early')).toBe(false);
    await ask('go');
    expect(steer('too late')).toBe(false);
    await ask('go on');
    expect(requests()).toEqual([['text:go'], ['text:go on']]);
  });

  it.each<[string, string, string[]]>([
    ['before the first Request', 'request_begin', ['output#a:a bug', steered('use UTC')]],
    ['in the model’s stream', 'partial_text', ['output#a:a bug', steered('use UTC')]],
    ['before a tool starts', 'approval_decision', ['output#a:a bug', steered('use UTC')]],
    ['while a tool runs', 'partial_tool_call_output', ['output#a:a bug', steered('use UTC')]],
    ['between two turns', 'tool_call_output', ['output#a:a bug', steered('use UTC')]],
  ])('said %s is read once, with the next input, behind the tool outputs', async (_, place, second) => {
    const { steer, ask, requests } = steerable(
      [[{ text: 'I look.' }, { call: 'look', id: 'a' }], 'Done.', 'never asked'],
      { tools: look },
    );
    let said = false;
    const { messages, end } = await ask('go', (message) => {
      if (said || !isOf(place, message)) return;
      said = true;
      expect(steer('use UTC')).toBe(true);
    });
    expect(end).toEqual({ kind: 'answered' });
    expect(requests()).toEqual([['text:go'], second]);
    expect(story(messages).filter((word) => word === steered('use UTC'))).toHaveLength(1);
  });

  it('said before the Task puts its first input together is read with it', async () => {
    const { engine, say, requests } = steerable(['Done.']);
    const steering = createSteering();
    steering.open();
    steering.offer([say('use UTC')]);
    await play(engine.run([say('go')], { steering }));
    expect(requests()).toEqual([['text:go', steered('use UTC')]]);
  });

  it.each(['partial_text', 'text', 'token_usage', 'request_end'])(
    'said in the last turn, at its %s, makes the Task go on with another one',
    async (place) => {
      const { steer, ask, requests } = steerable(['Done.', 'Done in UTC.']);
      let said = false;
      const { messages, end } = await ask('go', (message) => {
        if (said || !isOf(place, message)) return;
        said = true;
        expect(steer('use UTC')).toBe(true);
      });
      expect(end).toEqual({ kind: 'answered' });
      expect(requests()).toEqual([['text:go'], [steered('use UTC')]]);
      expect(story(messages)).toEqual([
        'request_begin',
        'text:Done.',
        'token_usage',
        'request_end:completed',
        steered('use UTC'),
        'request_begin',
        'text:Done in UTC.',
        'token_usage',
        'request_end:completed',
      ]);
    },
  );

  it('said twice is read twice, in order', async () => {
    const { steer, ask, requests } = steerable([[{ call: 'look', id: 'a' }], 'Done.'], { tools: look });
    await ask('go', (message) => {
      if (!isOf('approval_decision', message)) return;
      steer('use UTC');
      steer('and add a test');
    });
    expect(requests()[1]).toEqual(['output#a:a bug', steered('use UTC'), steered('and add a test')]);
  });

  it('survives a reconnect: the same input is sent again', async () => {
    const { steer, ask, requests, clock } = steerable(
      [[{ call: 'look', id: 'a' }], [{ fail: { status: 'timeout', message: 'silence' } }], 'Done.'],
      { tools: look },
    );
    const run = ask('go', (message) => {
      if (isOf('tool_call_output', message)) steer('use UTC');
    });
    while (clock.sleeping() === 0) await clock.advance(0);
    await clock.advance(30_000);
    const { messages, end } = await run;
    expect(end).toEqual({ kind: 'answered' });
    expect(requests().slice(1)).toEqual([
      ['output#a:a bug', steered('use UTC')],
      ['output#a:a bug', steered('use UTC')],
    ]);
    expect(story(messages).filter((word) => word === steered('use UTC'))).toHaveLength(1);
  });

  it('said while the model is waited for is read after the retry', async () => {
    const turns = [[{ fail: { status: 'timeout', message: 'silence' } as const }], 'Done.', 'Done in UTC.'];
    const { steer, ask, requests, clock } = steerable(turns);
    const run = ask('go');
    await clock.advance(10);
    expect(steer('use UTC')).toBe(true);
    await clock.advance(30_000);
    expect((await run).end).toEqual({ kind: 'answered' });
    expect(requests()).toEqual([['text:go'], ['text:go'], [steered('use UTC')]]);
  });

  it('passes images on as they are', async () => {
    const { engine, say, build, model } = steerable(['Done.']);
    const steering = createSteering();
    steering.open();
    steering.offer([build({ type: 'image_url', role: 'user', image_url: 'data:image/png;base64,AA==' })]);
    await play(engine.run([say('go')], { steering }));
    expect(model.requests[0]?.[1]?.payload).toMatchObject({ type: 'image_url' });
  });
});

describe('steering that the Task cannot deliver', () => {
  it('is refused in the last turn that the limit allows', async () => {
    const { steer, ask } = steerable([[{ call: 'look' }], [{ call: 'look' }], 'never asked'], {
      tools: look,
      limits: { maxTurns: 2 },
    });
    const answers: boolean[] = [];
    const { end } = await ask('go', (message) => {
      if (isOf('tool_call', message)) answers.push(steer('use UTC'));
    });
    expect(answers).toEqual([true, false]);
    expect(end).toMatchObject({ kind: 'limit', limit: { kind: 'turns' } });
    expect(end).not.toHaveProperty('undelivered');
  });

  it('because the tokens are used up is told, and the answer stays an answer', async () => {
    const usage = { cache_read: 0, cache_write: 0, output: 60, total: 60 };
    const { steer, ask } = steerable([[{ text: 'Done.' }, { usage }], 'never asked'], {
      limits: { maxTokens: 50 },
    });
    const { end } = await ask('go', (message) => {
      if (isOf('text', message)) steer('use UTC');
    });
    expect(end).toMatchObject({ kind: 'answered', undelivered: [{ payload: { text: 'use UTC' } }] });
  });

  it('over an abort is told, and the next Task begins with it, once', async () => {
    const { steer, ask, requests } = steerable([[{ text: 'I think' }, { hang: true }], 'Done.', 'Done.']);
    const abort = new AbortController();
    const { messages, end } = await ask(
      'go',
      (message) => {
        if (!isOf('partial_text', message) || abort.signal.aborted) return;
        expect(steer('use UTC')).toBe(true);
        abort.abort();
        expect(steer('too late')).toBe(false);
      },
      abort.signal,
    );
    expect(end).toMatchObject({ kind: 'aborted', undelivered: [{ payload: { text: 'use UTC' } }] });
    expect(story(messages)).not.toContain(steered('use UTC'));
    const next = await ask('go on');
    expect(next.end).toEqual({ kind: 'answered' });
    expect(story(next.messages)[0]).toBe(steered('use UTC'));
    await ask('and on');
    expect(requests().map((words) => words.filter((word) => word === steered('use UTC')).length)).toEqual([
      0, 1, 0,
    ]);
  });

  it('because its Request was never committed is told too, and sent again once', async () => {
    const { steer, ask, requests } = steerable(
      [[{ call: 'look', id: 'a' }], [{ text: 'I see' }, { hang: true }], 'Done.'],
      { tools: look },
    );
    const abort = new AbortController();
    let turns = 0;
    const { end } = await ask(
      'go',
      (message) => {
        if (isOf('tool_call_output', message)) steer('use UTC');
        if (isOf('request_begin', message)) turns++;
        if (turns === 2 && isOf('partial_text', message)) abort.abort();
      },
      abort.signal,
    );
    expect(end).toMatchObject({ kind: 'aborted', undelivered: [{ payload: { text: 'use UTC' } }] });
    await ask('go on');
    expect(requests()[2]?.filter((word) => word === steered('use UTC'))).toHaveLength(1);
  });

  it('because the model refused for good is told', async () => {
    const { steer, ask } = steerable([
      [{ text: 'I think' }, { fail: { status: 'auth', message: 'bad key' } }],
    ]);
    const { end } = await ask('go', (message) => {
      if (isOf('text', message)) steer('use UTC');
    });
    expect(end).toMatchObject({ kind: 'failed', undelivered: [{ payload: { text: 'use UTC' } }] });
  });

  it('because its consumer left is kept for the next Task', async () => {
    const { engine, say, requests } = steerable(['Done.', 'Done.']);
    const steering = createSteering();
    for await (const message of engine.run([say('go')], { steering })) {
      if (!isOf('request_begin', message)) continue;
      steering.offer([say('use UTC')]);
      break;
    }
    await play(engine.run([say('go on')], { steering }));
    expect(requests().at(-1)).toContain(steered('use UTC'));
  });
});

it('at every message of a Task, steering that is taken in is delivered once or told', async () => {
  const turns = () => [
    [{ text: 'I look.' }, { call: 'look', id: 'a' }],
    [{ text: 'Again.' }, { call: 'look', id: 'b' }],
    'Done.',
    'Done in UTC.',
  ];
  for (let place = 0; ; place++) {
    const { steer, ask, model } = steerable(turns(), { tools: look });
    let at = 0;
    let accepted: boolean | undefined;
    const { messages, end } = await ask('go', () => {
      if (at++ === place) accepted = steer('use UTC');
    });
    if (accepted === undefined) return expect(place).toBeGreaterThan(20);
    const word = steered('use UTC');
    const read = model.requests.flatMap(story).filter((words) => words === word).length;
    const told = end.undelivered?.length ?? 0;
    expect([place, read + told]).toEqual([place, accepted ? 1 : 0]);
    expect(story(messages).filter((words) => words === word)).toHaveLength(read);
  }
});
