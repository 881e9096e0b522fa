import { describe, expect, it } from 'vitest';
import { limitReached } from '../../core/engine/limits.ts';
import { allow, play, stage, story } from './stage.ts';

const calling = (id: string) => [{ call: 'touch', id }];
const tools = { touch: () => 'touched' };

describe('a limit', () => {
  it('of turns ends the Task with a notice and keeps the outputs for the next run', async () => {
    const { engine, say, model } = stage([calling('a'), calling('b'), 'Done.'], {
      tools,
      limits: { maxTurns: 1 },
    });
    const { messages, end } = await play(engine.run([say('go')], { approve: allow }));
    expect(end).toMatchObject({
      kind: 'limit',
      limit: { kind: 'turns', value: 1, cap: 1, outcome: 'budget' },
    });
    expect(story(messages).at(-1)).toBe('limit');
    await play(engine.run([], { approve: allow }));
    expect(story(model.requests[1] ?? [])).toEqual(['output#a:touched']);
  });

  it('of tokens counts what the Session has used', async () => {
    const usage = { cache_read: 0, cache_write: 0, output: 10, total: 600 };
    const turn = (id: string) => [...calling(id), { usage }];
    const { engine, say } = stage([turn('a'), turn('b'), 'never asked'], {
      tools,
      limits: { maxTokens: 1_000 },
    });
    const { end } = await play(engine.run([say('go')], { approve: allow }));
    expect(end).toMatchObject({
      kind: 'limit',
      limit: { kind: 'tokens', value: 1_200, cap: 1_000, outcome: 'budget' },
    });
  });

  it('of wall time ends a Task in the middle of a turn', async () => {
    const { engine, say, clock } = stage([[{ text: 'Hm' }, { hang: true }]], { limits: { maxMs: 60_000 } });
    const run = play(engine.run([say('go')]));
    await clock.advance(60_000);
    const { messages, end } = await run;
    expect(end).toMatchObject({
      kind: 'limit',
      limit: { kind: 'wall_time', cap: 60_000, outcome: 'timed_out' },
    });
    expect(story(messages).slice(-2)).toEqual(['abort', 'limit']);
  });

  it('of −1 is none', () => {
    const progress = {
      turns: 1e9,
      usage: { cache_read: 0, cache_write: 0, output: 0, total: 1e12 },
      elapsedMs: 1e12,
    };
    expect(limitReached(progress, { maxTurns: -1, maxTokens: -1, maxMs: -1 })).toBeUndefined();
  });
});
