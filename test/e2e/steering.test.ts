/** Talking to the built action while it works: it looks at the Thread every ten seconds. */
import { expect, it } from 'vitest';
import { readTrace } from '../../core/trace/index.ts';
import { atWork, letGo, WAIT } from './at-work.ts';
import { expectTidy, sceneOf } from './stage.ts';

it('a second comment is read by the model in its next turn, and told in the one Report', async () => {
  const job = await sceneOf({ turns: [WAIT, 'Answered in UTC.'], command: '/penguin is it fine?' });
  const started = await atWork(job);
  const second = await job.run({ event: job.say('/penguin look at UTC too') });
  letGo(job);
  const run = await started.finished;

  expect(second).toMatchObject({ exitCode: 0, outputs: { outcome: 'ignored' } });
  expect(run.outputs.outcome).toBe('answered');
  expect(job.model.requests()).toHaveLength(2);
  expect(JSON.stringify(job.model.requests()[1]?.messages.at(-1))).toContain('look at UTC too');
  expect(job.ownComments()).toEqual([expect.stringMatching(/\*look at UTC too\* · seen in turn 2/)]);
  const { messages } = await readTrace(run.outputs['trace-file'] ?? '');
  const said = messages.findIndex(
    ({ payload }) => payload.type === 'text' && String(payload.text).startsWith('[user_steering]'),
  );
  expect(messages.slice(said - 1, said + 2).map(({ payload }) => payload.type)).toEqual([
    'tool_call_output',
    'text',
    'request_begin',
  ]);
  expectTidy(run);
  expectTidy(second);
});
