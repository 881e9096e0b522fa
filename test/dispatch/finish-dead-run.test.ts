import { expect, it } from 'vitest';
import { finishDeadRun } from '../../core/dispatch/index.ts';
import { REPOSITORY } from '../main-job/set-up.ts';
import { houseOf } from './house.ts';
import { openStage } from './stage.ts';

it('what a run had taken up when it died is told by its last phase, with what to type', async () => {
  const { clock, github, repository, inputs, workspaceDir, issue, say, payloadOf, ownComments } =
    await openStage();
  const { number } = issue();
  const comment = say(number, '/penguin is it fine?');
  const run = await repository.addRun({
    workflow: 'penguin.yml',
    event: 'issue_comment',
    actor: 'maintainer',
  });
  const url = `${github.serverUrl}/octo/dates/issues/${number}#issuecomment-7`;
  const kept = {
    sessionId: 'session-dead',
    title: 'is it fine?',
    asker: 'maintainer',
    startedAt: clock.now().toISOString(),
    notices: [],
    caps: {},
    thread: { number, commandId: comment.id },
    heard: [{ by: 'maintainer', text: 'look at UTC too', url }],
  };
  const { signal } = new AbortController();
  const house = houseOf({ clock, github, run, inputs, signal, workspaceDir });
  const event = { name: 'issue_comment', payload: payloadOf(comment), repository: REPOSITORY };
  await finishDeadRun(event, JSON.stringify(kept), house);
  expect(ownComments(number)).toEqual([
    expect.stringMatching(/\*\*Cancelled\*\*[\s\S]*Not seen: .*look at UTC too\*\. Send it again/),
  ]);
});
