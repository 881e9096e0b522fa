import { describe, expect, it } from 'vitest';
import { jsonAnswer } from '../github/wire.ts';
import { fakeClock } from '../support/clock.ts';
import { BASE, changed, continued, pushed } from './publication.ts';

const CREATE = { operation: 'pulls/create' } as const;
const PUSH = { operation: 'git/git-receive-pack', method: 'POST' } as const;

describe('a change', () => {
  it('becomes a branch and a pull request, and the branch is named before anything leaves', async () => {
    const { publish, pulls, pushes, repository, request } = await changed();
    expect(await publish()).toMatchObject({ kind: 'published', branch: BASE, continued: false });
    expect(pulls()).toMatchObject([
      { title: 'Fix the bug', body: 'Closes #1', pull: { head: BASE, base: 'main' } },
    ]);
    expect(pushes).toEqual([BASE]);
    expect(await repository.file('fix.txt', BASE)).toBe('fixed\n');
    const log = await repository.git.text(['log', '-1', '--format=%P%n%an <%ae>%n%cn <%ce>%n%aI%n%B', BASE]);
    const [parent, author, committer, date, ...message] = log.trimEnd().split('\n');
    const bot = 'github-actions[bot] <41898282+github-actions[bot]@users.noreply.github.com>';
    expect([parent, author, committer]).toEqual([request.baseSha, bot, bot]);
    expect(Date.parse(date ?? '')).toBe(Date.parse('2026-11-30T12:00:00Z'));
    expect(message).toEqual(['Fix the bug', '', 'Co-authored-by: ann <77+ann@users.noreply.github.com>']);
  });

  it('that nobody asked for has no co-author', async () => {
    const { publish, repository } = await changed();
    await publish({ asker: undefined });
    expect(await repository.git.text(['log', '-1', '--format=%B', BASE])).toBe('Fix the bug\n');
  });
});

describe('a name', () => {
  it('that is known to be taken is passed over', async () => {
    const { publish, pushes } = await changed();
    const taken = [BASE, `${BASE}-2`];
    await publish({ branch: { base: BASE, taken } });
    expect(pushes).toEqual([`${BASE}-3`]);
  });

  it('that another run took a moment ago is passed over, and its branch is left alone', async () => {
    const { publish, repository, pushes } = await changed();
    const theirs = await repository.commit({ branch: BASE, files: { theirs: 'theirs' } });
    expect(await publish()).toMatchObject({ kind: 'published', branch: `${BASE}-2` });
    expect(await repository.ref(`refs/heads/${BASE}`)).toBe(theirs);
    expect(pushes).toEqual([BASE, `${BASE}-2`]);
  });

  it('that another run takes while we push is passed over', async () => {
    const { publish, repository, loopback } = await changed();
    loopback.intercept({ ...PUSH, times: 1 }, async (_, proceed) => {
      await repository.commit({ branch: BASE, files: { theirs: 'theirs' } });
      return proceed();
    });
    expect(await publish()).toMatchObject({ kind: 'published', branch: `${BASE}-2` });
    expect(await repository.file('theirs', BASE)).toBe('theirs');
    expect(await repository.file('fix.txt', BASE)).toBeUndefined();
  });
});

describe('a pull request that is open', () => {
  it('gets the change as a further commit, a new title and text', async () => {
    const { publish, commit, pull, pulls, repository } = await continued(await changed());
    expect(await publish(commit)).toEqual({
      kind: 'published',
      branch: BASE,
      pullRequest: pull,
      continued: true,
    });
    expect(pulls()).toMatchObject([{ number: pull.number, title: 'Fix more', body: 'More' }]);
    expect((await repository.git.text(['rev-parse', `${BASE}~1`])).trim()).toBe(pull.headSha);
  });

  it('of a person gets the commit, and keeps title and text', async () => {
    const { publish, commit, pull, pulls, repository } = await continued(await changed());
    const theirs = { pullRequest: pull, text: 'theirs' } as const;
    expect(await publish({ ...commit, continued: theirs })).toMatchObject({
      kind: 'published',
      continued: true,
    });
    expect(pulls()).toMatchObject([{ title: 'Fix the bug' }]);
    expect((await repository.git.text(['rev-parse', `${BASE}~1`])).trim()).toBe(pull.headSha);
  });

  it('that somebody moved meanwhile is left as it is', async () => {
    const { publish, commit, repository, pulls } = await continued(await changed());
    const theirs = await repository.commit({ branch: BASE, files: { theirs: 'theirs' } });
    const publication = await publish(commit);
    expect(publication).toMatchObject({ kind: 'blocked', reason: expect.stringContaining('moved while') });
    expect(publication).not.toHaveProperty('branch');
    expect(await repository.ref(`refs/heads/${BASE}`)).toBe(theirs);
    expect(pulls()).toMatchObject([{ title: 'Fix the bug' }]);
  });
});

describe('a push', () => {
  it('that the token may not make is blocked with the cure, and names no branch', async () => {
    const { publish, request, loopback, branches } = await changed();
    const token = loopback.tokens.workflow({ repository: 'octo/demo', permissions: { contents: 'read' } });
    const publication = await publish({ remote: { ...request.remote, token } });
    expect(publication).toMatchObject({
      kind: 'blocked',
      reason: expect.stringContaining('contents: write'),
    });
    expect(publication).not.toHaveProperty('branch');
    expect(JSON.stringify(publication)).not.toContain(token);
    expect(await branches()).toEqual([]);
  });

  it('to a protected branch is blocked in the words of GitHub', async () => {
    const { publish, branches } = await changed({ protectedBranches: ['penguin/1-protected'] });
    expect(await publish({ branch: { base: 'penguin/1-protected', taken: [] } })).toMatchObject({
      kind: 'blocked',
      reason: expect.stringMatching(/GitHub did not take penguin\/1-protected: .*pull request/s),
    });
    expect(await branches()).toEqual([]);
  });

  it('whose answer is lost counts by what is there', async () => {
    const { publish, loopback, pulls } = await changed();
    loopback.intercept({ ...PUSH, times: 1 }, async (_, proceed) => {
      await proceed();
      return 'hang-up';
    });
    expect(await publish()).toMatchObject({ kind: 'published', branch: BASE });
    expect(pulls()).toHaveLength(1);
  });

  it('whose answer is lost, though its branch is continued, counts by what is there', async () => {
    const { publish, commit, loopback, pull } = await continued(await changed());
    loopback.intercept({ ...PUSH, times: 1 }, async (_, proceed) => {
      await proceed();
      return 'hang-up';
    });
    expect(await publish(commit)).toMatchObject({ kind: 'published', pullRequest: pull });
  });

  it('that does not get through fails, and nothing else is tried', async () => {
    const { publish, loopback, pulls } = await changed();
    loopback.intercept(PUSH, async () => 'hang-up');
    expect(await publish()).toMatchObject({
      kind: 'failed',
      reason: expect.stringContaining('did not get through'),
    });
    expect(pulls()).toEqual([]);
  });

  it('that is aborted has two seconds to be done, and then no pull request is opened', async () => {
    const { publish, loopback, pulls, branches } = await changed();
    const abort = new AbortController();
    loopback.intercept(PUSH, async (_, proceed) => {
      abort.abort();
      return proceed();
    });
    const clock = fakeClock();
    expect(await publish({ clock, signal: abort.signal })).toMatchObject({ kind: 'failed', branch: BASE });
    expect(await branches()).toEqual([`refs/heads/${BASE}`]);
    expect(pulls()).toEqual([]);
    expect(clock.sleeping()).toBe(0);
  });

  it('that is aborted and not done by then is stopped', async () => {
    const { publish, loopback, branches } = await changed();
    const hold = loopback.hold(PUSH);
    const abort = new AbortController();
    const clock = fakeClock();
    const published = publish({ clock, signal: abort.signal });
    await hold.reached;
    abort.abort();
    await clock.advance(2_000);
    expect(await published).toMatchObject({ kind: 'failed' });
    expect(await branches()).toEqual([]);
  });
});

describe('a pull request', () => {
  it('whose creation is answered 502 after its effect is there once', async () => {
    const { publish, pulls, loopback } = await pushed();
    loopback.intercept(CREATE, async (_request, proceed) => {
      await proceed();
      return jsonAnswer(502, { message: 'Server Error' });
    });
    expect(await publish()).toMatchObject({ kind: 'published', pullRequest: { number: 1 } });
    expect(pulls()).toHaveLength(1);
  });

  it('that is continued, but whose text cannot be changed, says that the commit is there', async () => {
    const { publish, loopback } = await pushed();
    const first = await publish();
    if (first.kind !== 'published') throw new Error(first.reason);
    const broken = jsonAnswer(500, { message: 'Server Error' });
    loopback.intercept({ operation: 'pulls/update' }, async () => broken);
    expect(await publish({ continued: { pullRequest: first.pullRequest, text: 'ours' } })).toMatchObject({
      kind: 'failed',
      branch: BASE,
      reason: expect.stringContaining('Server Error'),
    });
  });

  it('that exists already is taken', async () => {
    const { publish, pulls } = await pushed();
    const first = await publish();
    expect(await publish()).toEqual(first);
    expect(pulls()).toHaveLength(1);
  });

  it('that the settings forbid leaves the branch, with the place of the setting', async () => {
    const { publish } = await pushed({ allowActionsToCreatePullRequests: false });
    expect(await publish()).toMatchObject({
      kind: 'blocked',
      branch: BASE,
      reason: expect.stringContaining('Settings › Actions › General'),
    });
  });

  it('that the token may not open leaves the branch, with the missing line', async () => {
    const { publish, as } = await pushed();
    expect(await publish({ github: as({ permissions: { contents: 'write' } }) })).toMatchObject({
      kind: 'blocked',
      branch: BASE,
      reason: expect.stringContaining('pull-requests: write'),
    });
  });

  it('into a branch that is not there fails, and names the branch that is pushed', async () => {
    const { publish } = await pushed();
    expect(await publish({ into: 'nowhere' })).toMatchObject({
      kind: 'failed',
      branch: BASE,
      reason: expect.stringContaining('base invalid'),
    });
  });
});

it('a workflow file keeps the whole change here, unpushed, and is named', async () => {
  const { publish, request, pushes, branches } = await changed();
  const workflow = request.changes.map((change) => ({ ...change, path: '.GitHub/Workflows/ci.yml' }));
  expect(await publish({ changes: [...request.changes, ...workflow] })).toEqual({
    kind: 'blocked',
    reason: expect.stringContaining('(.GitHub/Workflows/ci.yml)'),
  });
  expect(pushes).toEqual([]);
  expect(await branches()).toEqual([]);
});
