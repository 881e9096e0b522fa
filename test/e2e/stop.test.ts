/** Stopping the built action by a comment: it looks at the Thread every ten seconds. */
import { expect, it } from 'vitest';
import { atWork, WAIT } from './at-work.ts';
import { expectTidy, sceneOf } from './stage.ts';

it('`/penguin stop` ends the run by itself, and one comment says who stopped it', async () => {
  const job = await sceneOf({ turns: [WAIT] });
  const started = await atWork(job);
  const stop = await job.run({ event: job.say('/penguin stop') });
  const run = await started.finished;

  expect(stop).toMatchObject({ exitCode: 0, outputs: { outcome: 'ignored' } });
  expect(run).toMatchObject({ exitCode: 130, outputs: { outcome: 'cancelled' } });
  expect(job.ownComments()).toEqual([
    expect.stringMatching(/\*\*Cancelled\*\*: @\u200bmaintainer stopped it/),
  ]);
  const ref = await job.repository.ref('refs/penguin/threads/1');
  expect(JSON.parse((await job.repository.file('state.json', ref)) ?? '')).toMatchObject({ active: null });
  expectTidy(run);
});
