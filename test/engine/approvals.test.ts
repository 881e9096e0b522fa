import { describe, expect, it } from 'vitest';
import { play, stage, story } from './stage.ts';

const two = [
  { call: 'touch', id: 'a' },
  { call: 'touch', id: 'b' },
];
const tools = { touch: () => 'touched' };

describe('an approval', () => {
  it('is asked once a call, one at a time, in call order', async () => {
    const log: string[] = [];
    const { engine, say } = stage([two, 'Done.'], { tools });
    await play(
      engine.run([say('go')], {
        approve: async ({ payload }) => {
          log.push(`ask ${payload.tool_call_id}`);
          await new Promise((resolve) => setImmediate(resolve));
          log.push(`answer ${payload.tool_call_id}`);
          return 'allow';
        },
      }),
    );
    expect(log).toEqual(['ask a', 'answer a', 'ask b', 'answer b']);
  });

  it('denies everything when nobody is there to be asked', async () => {
    const { engine, say, model } = stage([two, 'Done.'], { tools });
    await play(engine.run([say('go')]));
    expect(story(model.requests[1] ?? [])).toEqual([
      'output#a:Tool call denied by user.',
      'output#b:Tool call denied by user.',
    ]);
  });

  it('that throws is a denial, and the model reads why', async () => {
    const { engine, say, model } = stage([two, 'Done.'], { tools });
    const approve = async () => {
      throw new Error('the line is dead');
    };
    const { messages } = await play(engine.run([say('go')], { approve }));
    expect(story(messages)).toContain('deny#a');
    expect(story(model.requests[1] ?? [])[0]).toContain('the line is dead');
  });

  it('gives its reason to the model as the output of a denied call, which never looks executed', async () => {
    const { engine, say } = stage([two, 'Done.'], { tools });
    const { messages } = await play(
      engine.run([say('go')], {
        approve: async () => ({ decision: 'deny', reason: 'not on a Sunday', by: 'ada' }),
      }),
    );
    expect(story(messages)).toContain('output#a:not on a Sunday');
    const output = messages.find(({ payload }) => payload.type === 'tool_call_output');
    expect(output?.payload).toMatchObject({ stop_reason: 'aborted' });
    const decision = messages.find(({ payload }) => payload.type === 'approval_decision');
    expect(decision?.payload).toMatchObject({ by: 'ada', reason: 'not on a Sunday' });
  });

  it('answers denied calls in call order among allowed ones', async () => {
    const { engine, say, model } = stage([two, 'Done.'], { tools });
    const approve = async ({ payload }: { payload: { tool_call_id: string } }) =>
      payload.tool_call_id === 'a' ? ('deny' as const) : ('allow' as const);
    await play(engine.run([say('go')], { approve }));
    expect(story(model.requests[1] ?? [])).toEqual([
      'output#a:Tool call denied by user.',
      'output#b:touched',
    ]);
  });
});
