import { describe, expect, it } from 'vitest';
import { actorOf, readTrigger, type Trigger, threadOf } from '../../core/github/index.ts';
import type { Repository } from '../../core/github/trigger.ts';
import { distortions } from './distortions.ts';
import { openStage } from './stage.ts';

type Payload = Record<string, unknown>;

/** Payloads as GitHub sends them, of an issue and of a pull request. */
async function recorded() {
  const stage = await openStage({ private: true });
  const { repository } = stage;
  const issue = repository.openIssue({ by: 'ben', title: 'A bug', body: 'It breaks.' });
  const comment = repository.comment(issue.number, { by: 'ann', body: '/penguin fix it' });
  await repository.commit({ branch: 'feature', files: { a: 'a' } });
  const pull = await repository.openPull({ by: 'ben', title: 'A change', head: 'feature', base: 'main' });
  const told = { event: 'issue_comment', action: 'created', sender: 'ann', comment } as const;
  return {
    ...stage,
    issue,
    comment,
    onIssue: repository.payload({ ...told, issue }),
    onPull: repository.payload({ ...told, issue: pull }),
    edited: repository.payload({ ...told, action: 'edited', issue, before: 'before' }),
    opened: repository.payload({ event: 'issues', action: 'opened', sender: 'ann', issue }),
    labeled: repository.payload({
      event: 'issues',
      action: 'labeled',
      sender: 'ann',
      issue,
      label: 'Penguin',
    }),
    assigned: repository.payload({
      event: 'issues',
      action: 'assigned',
      sender: 'ann',
      issue,
      assignee: 'helper',
    }),
    scheduled: repository.payload({ event: 'schedule', schedule: '0 3 * * 1', workflow: 'penguin.yml' }),
    dispatched: repository.payload({
      event: 'workflow_dispatch',
      sender: 'ann',
      ref: 'refs/heads/main',
      workflow: 'penguin.yml',
      inputs: { prompt: 'update' },
    }),
  };
}

const REPOSITORY: Repository = { owner: 'octo', repo: 'demo', defaultBranch: 'main', private: true };

describe('a comment on an issue', () => {
  it('is told with its Thread, its author and its sender', async () => {
    const { onIssue, issue, comment, loopback } = await recorded();
    expect(readTrigger('issue_comment', onIssue)).toEqual({
      kind: 'comment',
      repository: REPOSITORY,
      actor: { login: 'ann', id: loopback.addUser('ann').id, type: 'User' },
      thread: {
        kind: 'issue',
        number: issue.number,
        title: 'A bug',
        body: 'It breaks.',
        author: { login: 'ben', id: loopback.addUser('ben').id, type: 'User' },
        createdAt: issue.createdAt,
      },
      comment: { id: comment.id, body: '/penguin fix it', createdAt: comment.createdAt },
    } satisfies Trigger);
  });

  it('names the default branch, which is main where GitHub does not say', async () => {
    const { onIssue } = await recorded();
    const onBranch = (default_branch: unknown) =>
      readTrigger('issue_comment', {
        ...onIssue,
        repository: { ...(onIssue.repository as Payload), default_branch },
      });
    expect(onBranch('trunk')).toMatchObject({ repository: { defaultBranch: 'trunk' } });
    expect(onBranch(null)).toMatchObject({ repository: { defaultBranch: 'main' } });
  });

  it('on a pull request says so', async () => {
    const { onPull } = await recorded();
    expect(readTrigger('issue_comment', onPull)).toMatchObject({
      thread: { kind: 'pull_request', title: 'A change', body: '' },
    });
  });

  it('by an account that is gone from its issue keeps the order of whoever sent it', async () => {
    const { onIssue } = await recorded();
    const orphan = { ...onIssue, issue: { ...(onIssue.issue as Payload), user: null } };
    expect(readTrigger('issue_comment', orphan)).toMatchObject({ actor: { login: 'ann' }, thread: {} });
    expect(readTrigger('issue_comment', orphan)).not.toMatchObject({ thread: { author: expect.anything() } });
  });
});

it('a dispatch is told with its sender', async () => {
  const { dispatched } = await recorded();
  expect(readTrigger('workflow_dispatch', dispatched)).toMatchObject({
    kind: 'dispatch',
    repository: REPOSITORY,
    actor: { login: 'ann', type: 'User' },
  });
});

describe('an event of an issue', () => {
  it('that opens it has the author as its Actor, whoever sent it', async () => {
    const { opened, issue } = await recorded();
    expect(readTrigger('issues', opened)).toMatchObject({
      kind: 'opened',
      actor: { login: 'ben' },
      thread: { kind: 'issue', number: issue.number, body: 'It breaks.' },
      at: issue.createdAt,
    });
  });

  it('that labels or assigns it has the sender as its Actor, and the time at which the issue changed', async () => {
    const { labeled, assigned, issue } = await recorded();
    const sent = { actor: { login: 'ann' }, at: issue.updatedAt, thread: { number: issue.number } };
    expect(readTrigger('issues', labeled)).toMatchObject({ ...sent, kind: 'labeled', label: 'Penguin' });
    expect(readTrigger('issues', assigned)).toMatchObject({ ...sent, kind: 'assigned', assignee: 'helper' });
  });
});

describe('a schedule', () => {
  it('is told with its repository and its cron expression, and nobody stands behind it', async () => {
    const { scheduled } = await recorded();
    const trigger = readTrigger('schedule', scheduled);
    expect(trigger).toEqual({ kind: 'schedule', repository: REPOSITORY, cron: '0 3 * * 1' });
    expect(actorOf(trigger)).toBeUndefined();
  });

  it('whose payload holds the cron expression alone is of the repository that the workflow runs in', () => {
    const repository = { owner: 'octo', repo: 'demo', defaultBranch: 'main', private: false };
    expect(readTrigger('schedule', { schedule: '0 3 * * 1' }, 'octo/demo')).toMatchObject({ repository });
    expect(readTrigger('schedule', { schedule: '0 3 * * 1' }, '').kind).toBe('none');
  });
});

it.each([
  ['a name that leads elsewhere', { name: '../evil' }],
  ['a name of dots', { name: '..' }],
  ['an owner with a slash', { owner: { login: 'octo/demo' } }],
])('a repository with %s is no repository', async (_, change) => {
  const { onIssue } = await recorded();
  const repository = { ...(onIssue.repository as Payload), ...change };
  expect(readTrigger('issue_comment', { ...onIssue, repository }).kind).toBe('none');
});

it('a text that is longer than any that GitHub keeps is cut', async () => {
  const { onIssue } = await recorded();
  const comment = { ...(onIssue.comment as Payload), body: 'x'.repeat(1_000_000) };
  const trigger = readTrigger('issue_comment', { ...onIssue, comment });
  expect(trigger.kind === 'comment' && trigger.comment.body.length).toBe(262_144);
});

const nothing = (event: string) => ({ kind: 'none', reason: `event ${event} starts nothing` });

describe('nothing is started', () => {
  it('by an edit of a comment or an issue, or by a label that is taken off', async () => {
    const { edited, opened, labeled } = await recorded();
    expect(readTrigger('issue_comment', edited)).toEqual(nothing('issue_comment.edited'));
    expect(readTrigger('issues', { ...opened, action: 'edited' })).toEqual(nothing('issues.edited'));
    expect(readTrigger('issues', { ...labeled, action: 'unlabeled' })).toEqual(nothing('issues.unlabeled'));
  });

  it('by any other event, whatever its name', async () => {
    const { onIssue } = await recorded();
    const { action, ...rest } = onIssue;
    for (const event of ['push', 'repository_dispatch', '', '__proto__', 'constructor', 'toString']) {
      expect(readTrigger(event, rest)).toEqual(nothing(event));
      expect(readTrigger(event, { ...rest, action })).toEqual(nothing(`${event}.${action}`));
    }
  });

  it.each([
    undefined,
    null,
    7,
    'text',
    [],
    {},
    { action: 'created' },
    { action: 7 },
    { action: { created: true } },
  ])('by the payload %j', (payload) => {
    for (const event of ['issue_comment', 'issues', 'schedule', 'workflow_dispatch']) {
      expect(readTrigger(event, payload).kind).toBe('none');
    }
  });

  it('by a comment without repository, sender, issue or comment', async () => {
    const { onIssue } = await recorded();
    for (const part of ['repository', 'sender', 'issue', 'comment']) {
      expect(readTrigger('issue_comment', { ...onIssue, [part]: null }), part).toEqual({
        kind: 'none',
        reason: 'the payload names no repository, sender, issue or comment',
      });
    }
  });
});

describe('a payload of which any part is missing, null or of another type', () => {
  it('never throws, and gives an answer of the promised types', async () => {
    const { onPull, opened, labeled, assigned, scheduled, dispatched } = await recorded();
    const payloads: [string, Payload][] = [
      ['issue_comment', onPull],
      ['issues', opened],
      ['issues', labeled],
      ['issues', assigned],
      ['schedule', scheduled],
      ['workflow_dispatch', dispatched],
    ];
    const wrong = payloads.flatMap(([event, payload]) =>
      distortions(payload)
        .map(({ path, distorted }) => ({ path, trigger: readTrigger(event, distorted, 'octo/demo') }))
        .filter(({ trigger }) => !isWhole(trigger)),
    );
    expect(wrong).toEqual([]);
    expect([...distortions(onPull)].length).toBeGreaterThan(1_000);
  });
});

function isWhole(trigger: Trigger): boolean {
  if (trigger.kind === 'none') return trigger.reason !== '';
  const [actor, thread] = [actorOf(trigger), threadOf(trigger)];
  const { repository } = trigger;
  const texts: unknown[] = [repository.owner, repository.repo, repository.defaultBranch];
  const ids: unknown[] = [];
  if (actor !== undefined) {
    texts.push(actor.login, actor.type);
    ids.push(actor.id);
  }
  if (thread !== undefined) {
    texts.push(thread.title, thread.body, thread.createdAt);
    ids.push(thread.number);
  }
  if (trigger.kind === 'comment') {
    texts.push(trigger.comment.body, trigger.comment.createdAt);
    ids.push(trigger.comment.id);
  }
  if ('at' in trigger) texts.push(trigger.at);
  return (
    texts.every((text) => typeof text === 'string') &&
    ids.every((id) => Number.isSafeInteger(id) && Number(id) > 0) &&
    typeof repository.private === 'boolean'
  );
}
