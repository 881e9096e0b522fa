import { expect, it } from 'vitest';
import type { EnvironmentInterface, OmniMessage } from '../../core/omnimessage/index.ts';
import { allow, play, stage, story } from './stage.ts';

const turns = [[{ call: 'odd', id: 'a' }], 'Done.'];

function breaking(execute: (id: string) => AsyncGenerator<OmniMessage>): EnvironmentInterface {
  return {
    listTools: async () => [],
    toolPermission: () => 'rw',
    executeTool: ({ toolCall }) => execute(toolCall.payload.tool_call_id),
  };
}

const outputOf = (id: string, output: string): OmniMessage => ({
  timestamp: '',
  type: 'model_msg',
  payload: { type: 'tool_call_output', role: 'user', output, tool_call_id: id },
});

it('answers a call whose environment throws before its output', async () => {
  const environment = breaking(async function* (id) {
    if (id !== '') throw new Error('no disk');
    yield outputOf(id, '');
  });
  const { engine, say, model } = stage(turns, { environment });
  await play(engine.run([say('go')], { approve: allow }));
  expect(story(model.requests[1] ?? [])).toEqual(['output#a:The tool failed: Error: no disk']);
});

it('keeps the output of a call whose environment throws after it', async () => {
  const environment = breaking(async function* (id) {
    yield outputOf(id, 'fine');
    throw new Error('too late');
  });
  const { engine, say, model } = stage(turns, { environment });
  await play(engine.run([say('go')], { approve: allow }));
  expect(story(model.requests[1] ?? [])).toEqual(['output#a:fine']);
});

it('answers a call whose environment ends without an output, and drops a second output', async () => {
  for (const [outputs, expected] of [
    [[], 'output#a:The tool ended without an output.'],
    [['one', 'two'], 'output#a:one'],
  ] as const) {
    const environment = breaking(async function* (id) {
      for (const text of outputs) yield outputOf(id, text);
    });
    const { engine, say, model } = stage(turns, { environment });
    const { messages } = await play(engine.run([say('go')], { approve: allow }));
    expect(story(model.requests[1] ?? [])).toEqual([expected]);
    expect(story(messages).filter((word) => word.startsWith('output'))).toHaveLength(1);
  }
});
