import { expect, it } from 'vitest';
import { openThreadRef, watchThread } from '../../core/github/index.ts';
import { openStage } from './stage.ts';

const holder = {
  sessionId: 's',
  runId: 7,
  runAttempt: 1,
  title: 'fix it',
  since: '2026-11-30T12:00:00.000Z',
};

it('a Thread that is watched shows each state, and costs nothing while it stays', async () => {
  const { github, loopback } = await openStage();
  const watch = watchThread(github, 7);
  expect(await watch.look()).toMatchObject({ active: null, claimed: [] });

  await openThreadRef(github, 7).claim({ commentId: 1, holder, lock: true });
  expect(await watch.look()).toMatchObject({ active: { runId: 7 }, claimed: [{ commentId: 1 }] });
  const before = loopback.requests.length;
  expect(await watch.look()).toMatchObject({ active: { runId: 7 } });
  expect(loopback.requests.slice(before).map(({ status }) => status)).toEqual([304]);

  await openThreadRef(github, 7).release('s');
  expect(await watch.look()).toMatchObject({ active: null });
});
