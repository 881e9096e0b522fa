import { describe, expect, it } from 'vitest';
import { is } from '../../core/omnimessage/index.ts';
import { allow, play } from '../engine/stage.ts';
import { openStage } from './stage.ts';

const SECRET = 'sk-live-0123456789abcdefghij';
const tools = { look: () => 'a bug' };

describe('a Session that is steered', () => {
  it('can be from its first message to its last, and not before or after', async () => {
    const { session, ask, say } = await openStage(['Done.', 'Done in UTC.'], { tools });
    expect([session.steerable(), session.steer([say('too early')])]).toEqual([false, false]);
    let first = true;
    const { messages } = await ask('go', () => {
      if (first) expect([session.steerable(), session.steer([say('use UTC')])]).toEqual([true, true]);
      first = false;
    });
    expect([session.steerable(), session.steer([say('too late')])]).toEqual([false, false]);
    expect(messages.filter((message) => is(message, 'text')).map(({ payload }) => payload.text)).toEqual([
      'go',
      '[user_steering]\nuse UTC\n[/user_steering]',
      'Done.',
    ]);
  });

  it('records what was said where the model reads it, without the secrets of the run', async () => {
    const { session, ask, say, model, recorded } = await openStage([[{ call: 'look', id: 'a' }], 'Done.'], {
      tools,
      secrets: [SECRET],
    });
    await ask('go', (message) => {
      if (is(message, 'tool_call')) session.steer([say(`use ${SECRET}`)]);
    });
    const types = (await recorded()).map(({ payload }) =>
      payload.type === 'text' ? `${payload.role}: ${payload.text}` : payload.type,
    );
    const said = types.findIndex((type) => type.startsWith('user: [user_steering]'));
    expect(types.slice(said - 1, said + 2)).toEqual([
      'tool_call_output',
      expect.stringMatching(/use .*\n\[\/user_steering\]$/),
      'request_begin',
    ]);
    expect(JSON.stringify([types, model.requests])).not.toContain(SECRET);
  });

  it('left by its consumer before the model was asked keeps what was said for its next Task', async () => {
    const { session, say, model } = await openStage(['Done.'], { tools });
    for await (const _ of session.run([say('go')], { approve: allow })) {
      session.steer([say('use UTC')]);
      break;
    }
    await play(session.run([say('go on')], { approve: allow }));
    expect(
      model.requests.flat().flatMap((message) => (is(message, 'text') ? [message.payload.text] : [])),
    ).toEqual(['go on', '[user_steering]\nuse UTC\n[/user_steering]']);
  });
});
