import { expect, it } from 'vitest';
import { readTrigger } from '../../core/github/index.ts';
import { distortions } from '../github-side/distortions.ts';
import { openStage } from './event-stage.ts';

/** Every event that starts something, as GitHub sends it. */
async function events() {
  const stage = await openStage({ turns: [] });
  const { repository } = stage;
  const sender = 'maintainer';
  const issue = repository.openIssue({ by: sender, title: 'A bug', body: '/penguin fix it' });
  const comment = repository.comment(issue.number, { by: sender, body: '/penguin fix it' });
  const payloads = [
    repository.payload({ event: 'issue_comment', action: 'created', sender, issue, comment }),
    repository.payload({ event: 'issues', action: 'opened', sender, issue }),
    repository.payload({ event: 'issues', action: 'labeled', sender, issue, label: 'penguin' }),
    repository.payload({ event: 'issues', action: 'assigned', sender, issue, assignee: 'helper' }),
    repository.payload({ event: 'schedule', schedule: '0 3 * * *', workflow: 'penguin.yml' }),
    repository.payload({
      event: 'workflow_dispatch',
      sender,
      ref: 'refs/heads/main',
      workflow: 'penguin.yml',
      inputs: { prompt: 'x' },
    }),
  ];
  const names = ['issue_comment', 'issues', 'issues', 'issues', 'schedule', 'workflow_dispatch'];
  return { stage, events: payloads.map((payload, at) => ({ name: String(names[at]), payload })) };
}

it('a payload with any field missing, null or of another type ends in an Outcome with a reason, and no Task', async () => {
  const { stage, events: whole } = await events();
  const { fullName } = stage.repository;
  // What follows looks at the trigger alone: payloads that say the same are handled once.
  const distinct = new Map<string, { name: string; payload: unknown }>();
  for (const { name, payload } of whole) {
    for (const { distorted } of distortions(payload)) {
      distinct.set(JSON.stringify(readTrigger(name, distorted, fullName)), { name, payload: distorted });
    }
  }
  expect(distinct.size).toBeGreaterThan(100);
  const endings = new Set<string>();
  // Without a provider the furthest that a whole order gets is to be declined.
  for (const [trigger, { name, payload }] of distinct) {
    const { outcome } = await stage.handle(name, payload, { provider: '', assignee: 'helper', prompt: 'x' });
    expect(outcome.reason, trigger).not.toBe('');
    endings.add(outcome.kind);
  }
  expect([...endings].sort()).toEqual(['blocked', 'ignored', 'refused']);
  expect(stage.model.requests()).toEqual([]);
});
