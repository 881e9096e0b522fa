import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FIXING } from '../e2e/fixing.ts';
import type { PullIssue } from '../github/world/pulls.ts';
import { openStage, type Stage, type StageOptions } from './event-stage.ts';

const NUMBER = 1;
const ASK = { turns: ['It adds a file.'] };

/** A pull request that adds `feature.txt`, from a branch of this repository. */
async function fromHere(
  options: StageOptions = {},
  given: { by?: string; head?: string; body?: string } = {},
) {
  const stage = await openStage(options);
  const { by = 'ben', head = 'feature', body = 'Adds a feature.' } = given;
  await stage.repository.commit({ branch: head, files: { 'feature.txt': 'new\n' } });
  const pull = await stage.repository.openPull({ by, title: 'A feature', head, base: 'main', body });
  return { ...stage, pull };
}

/** The same from a fork by `mallory`. */
async function fromFork(
  options: StageOptions = {},
  files: Record<string, string> = { 'feature.txt': 'new\n' },
) {
  const stage = await openStage(options);
  const { fullName, name } = stage.repository;
  const fork = await stage.github.addRepository({ owner: `mallory-${name}`, name, forkOf: fullName });
  await fork.commit({ branch: 'feature', files });
  const head = `mallory-${name}:feature`;
  const pull = await stage.repository.openPull({ by: 'mallory', title: 'A feature', head, base: 'main' });
  return { ...stage, pull, fork };
}

const log = ({ repository }: Stage, branch: string) =>
  repository.git.text(['log', '--format=%s', `main..${branch}`]).then((text) => text.trim().split('\n'));
const branches = async ({ repository }: Stage) => Object.keys(await repository.refs('refs/heads/'));
const report = ({ repository }: Stage) =>
  repository.issue(NUMBER).comments.findLast(({ author }) => author.type === 'Bot')?.body ?? '';
const fix = (stage: Stage) => stage.say(NUMBER, '/penguin fix it');

describe("a person's pull request of this repository", () => {
  it('gets commits on its own branch; its title and text stay', async () => {
    const stage = await fromHere();
    expect((await fix(stage)).outcome).toMatchObject({
      kind: 'changed',
      branch: 'feature',
      pull_request: NUMBER,
    });
    expect(await log(stage, 'feature')).toEqual(['Fix the bug', 'Update']);
    expect(stage.repository.pull(NUMBER)).toMatchObject({ title: 'A feature', body: 'Adds a feature.' });
    expect(await branches(stage)).toEqual(['refs/heads/feature', 'refs/heads/main']);
    expect(report(stage)).toContain('Works on #1');
  });

  it('is blocked when its head moves while the run works: nothing is pushed, and the two heads are named', async () => {
    const stage = await fromHere();
    const { github, repository, pull } = stage;
    const before = pull.pull.headSha;
    let theirs = '';
    const gate = github.intercept({ operation: 'repos/get-branch', times: 1 }, async (_, proceed) => {
      theirs = await repository.commit({ branch: 'feature', files: { 'theirs.txt': 'theirs' } });
      return proceed();
    });
    // The run reads the pull request before and fetches after: it stops before the model is asked.
    const early = await fix(stage);
    gate.stop();
    expect(early.outcome).toMatchObject({ kind: 'blocked', reason: expect.stringContaining('moved from') });
    expect(stage.model.requests()).toEqual([]);
    expect(early.outcome.reason).toContain(before.slice(0, 12));
    expect(await repository.ref('refs/heads/feature')).toBe(theirs);
  });

  it('that moves after it was checked out keeps what somebody pushed; the changes are a patch', async () => {
    const stage = await fromHere();
    const { github, repository } = stage;
    let theirs = '';
    let reads = 0;
    github.intercept({ operation: 'pulls/get' }, async ({ path }, proceed) => {
      if (path.includes(`/${repository.name}/`) && ++reads === 2) {
        theirs = await repository.commit({ branch: 'feature', files: { 'theirs.txt': 'theirs' } });
      }
      return proceed();
    });
    const { outcome } = await fix(stage);
    expect(outcome).toMatchObject({ kind: 'blocked', reason: expect.stringContaining('changes.patch') });
    expect(outcome.reason).toMatch(/compare\/[0-9a-f]{12}\.\.\.[0-9a-f]{12}/);
    expect(await repository.ref('refs/heads/feature')).toBe(theirs);
  });

  it('from a protected branch gets a pull request of ours into that branch', async () => {
    const stage = await fromHere({ protectedBranches: ['feature'] });
    const head = await stage.repository.ref('refs/heads/feature');
    expect((await fix(stage)).outcome).toMatchObject({ kind: 'changed', pull_request: 2 });
    expect(stage.repository.pull(2).pull).toMatchObject({ base: 'feature', head: 'penguin/1-fix-the-bug' });
    expect(await stage.repository.ref('refs/heads/feature')).toBe(head);
  });

  it('that is closed gets a pull request of ours that names it; its branch stays', async () => {
    const stage = await fromHere();
    const head = await stage.repository.ref('refs/heads/feature');
    stage.repository.issue(NUMBER).state = 'closed';
    expect((await fix(stage)).outcome).toMatchObject({ kind: 'changed', pull_request: 2 });
    expect(await log(stage, 'penguin/1-fix-the-bug')).toEqual(['Fix the bug', 'Update']);
    expect(stage.repository.pull(2).body).toContain('commits of #1');
    expect(await stage.repository.ref('refs/heads/feature')).toBe(head);
    expect(report(stage)).toContain('#1 is closed');
  });

  it('that is merged gets a new pull request from the default branch', async () => {
    const stage = await fromHere();
    Object.assign(stage.repository.issue(NUMBER), { state: 'closed' });
    merge(stage.pull);
    expect((await fix(stage)).outcome).toMatchObject({ kind: 'changed', pull_request: 2 });
    expect(await log(stage, 'penguin/1-fix-the-bug')).toEqual(['Fix the bug']);
    expect(report(stage)).toContain('#1 is merged');
  });

  it('shows the model its diff, and what was said in the review before the command', async () => {
    const stage = await fromHere(ASK);
    const hunk = '@@ -0,0 +1 @@\n+new';
    const remark = { by: 'rita', body: 'Why a file?', path: 'feature.txt', line: 1, hunk };
    Object.assign(stage.repository.review(NUMBER, remark), {
      createdAt: '2026-01-01T00:00:00Z',
      updatedAt: '2026-01-01T00:00:00Z',
    });
    const later = stage.repository.review(NUMBER, { ...remark, body: 'Too late.' });
    Object.assign(later, { createdAt: '2099-01-01T00:00:00Z', updatedAt: '2099-01-01T00:00:00Z' });
    expect((await stage.say(NUMBER, '/penguin ask what does it do?')).outcome.kind).toBe('answered');
    const prompt = stage.prompt();
    expect(prompt).toMatch(/untrusted text: pull request #1, diff of [0-9a-f]{12} · by ben/);
    expect(prompt).toContain('+++ feature.txt\n@@ -0,0 +1 @@\n+new');
    expect(prompt).toMatch(/untrusted text: review comment · by rita/);
    expect(prompt).toContain('On feature.txt, line 1:');
    expect(prompt).not.toContain('Too late.');
  });
});

/** As GitHub marks it; where its commits are is not looked at. */
function merge({ pull }: PullIssue): void {
  pull.mergedAt = '2026-11-30T12:00:00Z';
}

describe('a pull request of ours', () => {
  it('is gone on with: a further commit, a new text, and a link to the run that made it', async () => {
    const stage = await openStage({
      turns: [
        ...FIXING,
        { calls: [{ name: 'write_file', arguments: { path: 'more.txt', content: 'more\n' } }] },
        'Fix more\n\nWrote another file.',
      ],
    });
    stage.repository.openIssue({ by: 'ben', title: 'A bug' });
    const first = await stage.say(1, '/penguin fix it');
    expect(first.outcome.pull_request).toBe(2);
    const second = await stage.say(2, '/penguin fix more');
    expect(second.outcome).toMatchObject({ kind: 'changed', reason: 'continued #2', pull_request: 2 });
    expect(await log(stage, String(first.outcome.branch))).toEqual(['Fix more', 'Fix the bug']);
    expect(stage.repository.pull(2)).toMatchObject({ title: 'Fix more' });
    expect(stage.repository.pull(2).body).toMatch(/^Closes #1$/m);
    expect(stage.prompt()).toContain(`an earlier Session (${first.sessionId}) made it, in the run http`);
    const told = stage.repository.issue(2).comments.at(-1)?.body;
    expect(told).toMatch(/\[earlier run\]\(http:\/\/[^)]+\/actions\/runs\/\d+\)/);
    expect(told).toContain('which an earlier Session made');
  });

  it('is one only by its author: a person who copies our marker keeps title and text', async () => {
    const body = '<!-- penguin:pull-request:session-1 -->\n\nMine.';
    const stage = await fromHere({}, { by: 'ben', head: 'penguin/9-mine', body });
    expect((await fix(stage)).outcome).toMatchObject({ kind: 'changed', branch: 'penguin/9-mine' });
    expect(stage.repository.pull(NUMBER)).toMatchObject({ title: 'A feature', body });
  });
});

describe("a fork's pull request", () => {
  it('gets a branch and a pull request of ours that hold its commits and name it', async () => {
    const stage = await fromFork();
    const head = await stage.fork.ref('refs/heads/feature');
    expect((await fix(stage)).outcome).toMatchObject({ kind: 'changed', pull_request: 2 });
    const { pull, body } = stage.repository.pull(2);
    expect(pull).toMatchObject({ base: 'main', head: 'penguin/1-fix-the-bug' });
    expect(body).toContain('Holds the commits of #1');
    expect(await log(stage, pull.head)).toEqual(['Fix the bug', 'Update']);
    expect(await stage.fork.ref('refs/heads/feature')).toBe(head);
    expect(report(stage)).toContain('#1 comes from a fork');
  });

  it('that is given a second command goes on with ours, as long as that holds its commits', async () => {
    const more = [
      { calls: [{ name: 'write_file', arguments: { path: 'more.txt', content: 'more\n' } }] },
      'Fix more\n\nWrote another file.',
    ];
    const stage = await fromFork({ turns: [...FIXING, ...more, ...more] });
    await fix(stage);
    expect((await fix(stage)).outcome).toMatchObject({ kind: 'changed', reason: 'continued #2' });
    expect(stage.repository.pull(2).body).toContain('Holds the commits of #1');
    await stage.fork.commit({ branch: 'feature', files: { 'late.txt': 'late\n' } });
    expect((await fix(stage)).outcome).toMatchObject({ kind: 'changed', pull_request: 3 });
    expect(report(stage)).toContain('#2 holds older commits');
  });

  it('that is gone since is worked on all the same', async () => {
    const stage = await fromFork();
    stage.github.intercept({ operation: 'pulls/get' }, async ({ path }, proceed) => {
      const answer = await proceed();
      if (answer === 'hang-up' || answer.status !== 200) return answer;
      if (!path.includes(`/${stage.repository.name}/`)) return answer;
      const pull = JSON.parse(String(answer.body));
      return { ...answer, body: JSON.stringify({ ...pull, head: { ...pull.head, repo: null } }) };
    });
    expect((await fix(stage)).outcome).toMatchObject({ kind: 'changed', pull_request: 2 });
    expect(report(stage)).toContain('a fork that is gone');
  });

  it('that changes a workflow puts nothing on a branch of this repository', async () => {
    const stage = await fromFork({}, { '.github/workflows/ci.yml': 'on: push\n' });
    expect((await fix(stage)).outcome).toMatchObject({
      kind: 'blocked',
      reason: expect.stringContaining('.github/workflows/ci.yml'),
    });
    expect(await branches(stage)).toEqual(['refs/heads/main']);
  });
});

it('a pull request whose files set-up steps have changed too is blocked, before the model is asked', async () => {
  const setUp = (workspace: string) => writeFileSync(join(workspace, 'README.md'), 'set up\n');
  const stage = await fromHere({ setUp });
  await stage.repository.commit({ branch: 'feature', files: { 'README.md': 'two\n' } });
  expect((await fix(stage)).outcome).toMatchObject({
    kind: 'blocked',
    reason: expect.stringContaining('README.md'),
  });
  expect(stage.model.requests()).toEqual([]);
});
