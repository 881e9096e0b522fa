import { describe, expect, it } from 'vitest';
import { readTrigger, type Trigger } from '../../core/github/index.ts';
import type { Repository } from '../../core/github/trigger.ts';
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

const nothing = (event: string) => ({ kind: 'none', reason: `event ${event} starts nothing` });

describe('nothing is started', () => {
  it('by an edit of a comment, or an issue that is opened', async () => {
    const { edited, opened } = await recorded();
    expect(readTrigger('issue_comment', edited)).toEqual(nothing('issue_comment.edited'));
    expect(readTrigger('issues', opened)).toEqual(nothing('issues.opened'));
  });

  it('by any other event, whatever its name', async () => {
    const { onIssue } = await recorded();
    const { action, ...rest } = onIssue;
    for (const event of ['push', 'schedule', '', '__proto__', 'constructor', 'toString']) {
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
    for (const event of ['issue_comment', 'workflow_dispatch']) {
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
  const STRANGE = [undefined, null, 7, 'text', true, [], {}];

  it('never throws, and gives an answer of the promised types', async () => {
    const { onPull, dispatched } = await recorded();
    const payloads = { issue_comment: onPull, workflow_dispatch: dispatched };
    const wrong = Object.entries(payloads).flatMap(([event, payload]) =>
      pathsOf(payload).flatMap((path) =>
        STRANGE.map((strange) => readTrigger(event, replaced(payload, path, strange)))
          .filter((trigger) => !isWhole(trigger))
          .map((trigger) => ({ path: path.join('.'), trigger })),
      ),
    );
    expect(wrong).toEqual([]);
    expect(pathsOf(onPull).length).toBeGreaterThan(100);
  });
});

function isWhole(trigger: Trigger): boolean {
  if (trigger.kind === 'none') return true;
  const { actor, repository } = trigger;
  const types: Record<string, unknown[]> = {
    string: [actor.login, actor.type, repository.owner, repository.repo, repository.defaultBranch],
    number: [actor.id],
    boolean: [repository.private],
  };
  if (trigger.kind === 'comment') {
    const { thread, comment } = trigger;
    types.string?.push(thread.title, thread.body, thread.createdAt, comment.body, comment.createdAt);
    types.number?.push(thread.number, comment.id);
  }
  return Object.entries(types).every(([type, values]) => values.every((value) => typeof value === type));
}

/** Every field, to a depth where nothing of ours stands any more. */
function pathsOf(value: unknown, depth = 3): string[][] {
  if (typeof value !== 'object' || value === null || depth === 0) return [];
  return Object.entries(value).flatMap(([name, inner]) => [
    [name],
    ...pathsOf(inner, depth - 1).map((path) => [name, ...path]),
  ]);
}

function replaced(value: unknown, [name, ...rest]: string[], by: unknown): unknown {
  if (name === undefined) return by;
  const fields = value as Payload;
  return { ...fields, [name]: replaced(fields[name], rest, by) };
}
