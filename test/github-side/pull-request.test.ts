import { describe, expect, it } from 'vitest';
import { findOwnBranches } from '../../core/github/index.ts';
import { freeBranch } from '../../core/github/own-branch.ts';
import { createPullRequest, updatePullRequest } from '../../core/github/pull-request.ts';
import { jsonAnswer } from '../github/wire.ts';
import { openStage } from './stage.ts';

const HEAD = 'penguin/1-fix';
const CREATE = { operation: 'pulls/create' } as const;

/** `octo/demo` with a branch of ours, and the request for its pull request. */
async function withBranch(given: { allowActionsToCreatePullRequests?: boolean } = {}) {
  const stage = await openStage(given);
  await stage.repository.commit({ branch: HEAD, files: { 'fix.txt': 'fixed' } });
  const request = { title: 'Fix it', body: 'Closes #1', head: HEAD, base: 'main' };
  const { signal } = new AbortController();
  return {
    ...stage,
    signal,
    create: (github = stage.github) => createPullRequest(github, request),
    pulls: () => [...stage.repository.issues.values()].filter(({ pull }) => pull !== undefined),
  };
}

describe('a pull request', () => {
  it('is opened from its branch, with title and text', async () => {
    const { create, pulls, repository } = await withBranch();
    const headSha = await repository.ref(`refs/heads/${HEAD}`);
    expect(await create()).toMatchObject({
      kind: 'created',
      pullRequest: { branch: HEAD, headSha, author: 'github-actions[bot]' },
    });
    expect(pulls()).toMatchObject([{ title: 'Fix it', body: 'Closes #1', pull: { base: 'main' } }]);
  });

  it('that exists already is taken', async () => {
    const { create, pulls } = await withBranch();
    const first = await create();
    expect(await create()).toEqual(first);
    expect(pulls()).toHaveLength(1);
  });

  it.each([
    ['502', jsonAnswer(502, { message: 'Server Error' })],
    ['a cut connection', 'hang-up'],
  ] as const)(
    'whose creation ends with %s after its effect is taken, and there is one',
    async (_, outcome) => {
      const { create, pulls, loopback } = await withBranch();
      const { taken } = loopback.intercept(CREATE, async (_request, proceed) => {
        await proceed();
        return outcome;
      });
      expect(await create()).toMatchObject({ kind: 'created', pullRequest: { number: pulls()[0]?.number } });
      expect(pulls()).toHaveLength(1);
      expect(taken).toHaveLength(1);
    },
  );

  it('whose creation fails without an effect is asked for three times, and is not there', async () => {
    const { create, pulls, loopback } = await withBranch();
    const { taken } = loopback.intercept(CREATE, async () => jsonAnswer(502, { message: 'Server Error' }));
    await expect(create()).rejects.toMatchObject({ status: 502 });
    expect(pulls()).toEqual([]);
    expect(taken).toHaveLength(3);
  });

  it('that the settings forbid is refused in their words', async () => {
    const { create } = await withBranch({ allowActionsToCreatePullRequests: false });
    expect(await create()).toEqual({
      kind: 'refused',
      reason: 'GitHub Actions is not permitted to create or approve pull requests.',
    });
  });

  it('that the token may not open is refused', async () => {
    const { create, as } = await withBranch();
    expect(await create(as({ permissions: { contents: 'write' } }))).toMatchObject({ kind: 'refused' });
  });

  it('gets a new title and text', async () => {
    const { create, github, pulls, signal } = await withBranch();
    const creation = await create();
    if (creation.kind !== 'created') throw new Error('it was refused');
    await updatePullRequest(github, creation.pullRequest.number, { title: 'More', body: 'text' }, signal);
    expect(pulls()).toMatchObject([{ title: 'More', body: 'text' }]);
  });
});

/** `octo/demo` with an issue 1 and these branches. */
async function withBranches(...branches: string[]) {
  const stage = await openStage();
  const { repository } = stage;
  repository.openIssue({ by: 'octo', title: 'A bug' });
  for (const branch of branches) await repository.commit({ branch, files: { [branch]: branch } });
  const openPull = (head: string) =>
    repository.openPull({ by: 'github-actions[bot]', title: head, head, base: 'main' });
  return { ...stage, openPull };
}

describe('our branches for a Thread', () => {
  it('are none at first', async () => {
    const { github } = await withBranches();
    expect(await findOwnBranches(github, '1')).toEqual({ taken: [], open: undefined });
  });

  it("are those that begin with its number, not another Thread's or a person's", async () => {
    const { github } = await withBranches('penguin/1-a', 'penguin/1-b', 'penguin/12-c', 'penguin/x', '1-d');
    const { taken } = await findOwnBranches(github, '1');
    expect(taken.sort()).toEqual(['penguin/1-a', 'penguin/1-b']);
  });

  it('name the open pull request, its head and its author', async () => {
    const { github, openPull, repository, loopback } = await withBranches('penguin/1-a', 'penguin/1-b');
    const { number } = await openPull('penguin/1-a');
    expect((await findOwnBranches(github, '1')).open).toEqual({
      number,
      url: `${loopback.serverUrl}/octo/demo/pull/${number}`,
      branch: 'penguin/1-a',
      headSha: await repository.ref('refs/heads/penguin/1-a'),
      author: 'github-actions[bot]',
    });
  });

  it('have no open pull request once it is closed', async () => {
    const { github, openPull } = await withBranches('penguin/1-a');
    Object.assign(await openPull('penguin/1-a'), { state: 'closed' });
    expect(await findOwnBranches(github, '1')).toEqual({ taken: ['penguin/1-a'], open: undefined });
  });

  it("are not a fork's of the same name", async () => {
    const { github, loopback, repository } = await withBranches('penguin/1-a');
    const fork = await loopback.addRepository({ owner: 'mallory', name: 'demo', forkOf: 'octo/demo' });
    await fork.commit({ branch: 'penguin/1-a', files: { evil: 'evil' } });
    await repository.openPull({ by: 'mallory', title: 'evil', head: 'mallory:penguin/1-a', base: 'main' });
    expect((await findOwnBranches(github, '1')).open).toBeUndefined();
  });
});

it.each([
  [[], 'x'],
  [['y'], 'x'],
  [['x'], 'x-2'],
  [['x', 'x-2', 'x-4'], 'x-3'],
  [['x', 'x-3'], 'x-2'],
])('the first free name beside %j is %s', (taken, name) => {
  expect(freeBranch('x', taken)).toBe(name);
});
