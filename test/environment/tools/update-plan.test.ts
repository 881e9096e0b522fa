import { expect, it } from 'vitest';
import { openStage } from '../stage.ts';

const item = { text: 'look', status: 'completed' };

it('update_plan tells the plan as an event and counts what is done', async () => {
  const items = [item, { text: 'mend', status: 'in_progress' }];
  const messages = await openStage().messages('update_plan', { items });
  expect(messages.map(({ payload }) => payload)).toContainEqual({ type: 'plan', items });
  expect(messages.at(-1)?.payload).toMatchObject({ output: 'Plan updated: 1 of 2 completed.\n' });
});

it('update_plan takes at most 20 items of a known status', async () => {
  const stage = openStage();
  expect((await stage.call('update_plan', { items: new Array(20).fill(item) })).stop_reason).toBe(
    'completed',
  );
  expect((await stage.call('update_plan', { items: new Array(21).fill(item) })).output).toContain(
    'items: Too big',
  );
  expect((await stage.call('update_plan', { items: [{ text: 'x', status: 'done' }] })).output).toContain(
    'items.0.status: expected one of "pending"|"in_progress"|"completed"',
  );
});
