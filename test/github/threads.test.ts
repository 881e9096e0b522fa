import { expect, test } from 'vitest';
import { fakeClock } from '../support/clock.ts';
import { githubForTest } from './for-test.ts';
import { demo, octokit } from './octokit.ts';
import type { LoopbackGitHub } from './server.ts';

const issues = { issues: 'write' } as const;

async function withIssue(options?: { now: () => Date }): Promise<LoopbackGitHub> {
  const github = await githubForTest(options);
  await github.addRepository({ ...demo, name: 'demo', roles: { alice: 'write', bob: 'read' } });
  github.repository('octo/demo').openIssue({ by: 'alice', title: 'A bug', body: 'It breaks' });
  return github;
}

test('a comment keeps every body that it had, with the time of each', async () => {
  const clock = fakeClock('2026-11-30T12:00:00.000Z');
  const github = await withIssue({ now: clock.now });
  const bot = octokit(github, issues);
  const { data } = await bot.issues.createComment({ ...demo, issue_number: 1, body: 'one' });
  await clock.advance(5_000);
  const edited = await bot.issues.updateComment({ ...demo, comment_id: data.id, body: 'two' });
  expect(edited.data).toMatchObject({
    created_at: '2026-11-30T12:00:00Z',
    updated_at: '2026-11-30T12:00:05Z',
  });
  const [comment] = github.repository('octo/demo').issue(1).comments;
  expect(comment?.edits).toEqual([
    { at: '2026-11-30T12:00:00Z', body: 'one' },
    { at: '2026-11-30T12:00:05Z', body: 'two' },
  ]);
});

test('a workflow comments as github-actions[bot], with its App named', async () => {
  const bot = octokit(await withIssue(), issues);
  const { data } = await bot.issues.createComment({ ...demo, issue_number: 1, body: 'hello' });
  expect(data.user).toMatchObject({ login: 'github-actions[bot]', id: 41898282, type: 'Bot' });
  expect(data.performed_via_github_app).toMatchObject({ id: 15368, slug: 'github-actions' });
});

test('a body of 65,536 characters is taken, one more is refused in GitHub’s words', async () => {
  const github = await withIssue();
  const bot = octokit(github, issues);
  const of = { ...demo, issue_number: 1 };
  await bot.issues.createComment({ ...of, body: '🐧'.repeat(65_536) });
  const refused = bot.issues.createComment({ ...of, body: 'x'.repeat(65_537) });
  await expect(refused).rejects.toMatchObject({
    status: 422,
    message: expect.stringContaining('65536 characters'),
  });
  await expect(bot.issues.createComment({ ...of, body: ' \n' })).rejects.toMatchObject({ status: 422 });
  expect(github.repository('octo/demo').issue(1).comments).toHaveLength(1);
});

test('a second reaction of one kind is the first one, answered 200', async () => {
  const github = await withIssue();
  const bot = octokit(github, issues);
  const first = await bot.reactions.createForIssue({ ...demo, issue_number: 1, content: 'eyes' });
  const second = await bot.reactions.createForIssue({ ...demo, issue_number: 1, content: 'eyes' });
  expect([first.status, second.status]).toEqual([201, 200]);
  expect(second.data.id).toBe(first.data.id);
  expect(github.repository('octo/demo').issue(1).reactions).toHaveLength(1);
});

test('a reaction that GitHub does not have is refused', async () => {
  const bot = octokit(await withIssue(), issues);
  const content = 'penguin' as 'eyes';
  await expect(bot.reactions.createForIssue({ ...demo, issue_number: 1, content })).rejects.toMatchObject({
    status: 422,
  });
});

test('on a locked issue a workflow cannot comment, but can edit what it wrote', async () => {
  const github = await withIssue();
  const bot = octokit(github, issues);
  const { data } = await bot.issues.createComment({ ...demo, issue_number: 1, body: 'before' });
  github.repository('octo/demo').issue(1).locked = true;
  const refused = bot.issues.createComment({ ...demo, issue_number: 1, body: 'after' });
  await expect(refused).rejects.toMatchObject({
    status: 403,
    message: expect.stringContaining('issue is locked'),
  });
  await bot.issues.updateComment({ ...demo, comment_id: data.id, body: 'edited' });
});

test('people edit their own comments, and others’ only with write', async () => {
  const github = await withIssue();
  const comment = github.repository('octo/demo').comment(1, { by: 'bob', body: 'mine' });
  const edit = (login: string) =>
    octokit(github, login).issues.updateComment({ ...demo, comment_id: comment.id, body: `by ${login}` });
  github.addUser('eve');
  await expect(edit('eve')).rejects.toMatchObject({ status: 403 });
  await edit('bob');
  await edit('alice');
  expect(comment.edits.map(({ body }) => body)).toEqual(['mine', 'by bob', 'by alice']);
});

test('lists come in pages that link to each other', async () => {
  const github = await withIssue();
  for (let at = 1; at <= 5; at += 1) {
    github.repository('octo/demo').comment(1, { by: 'alice', body: `comment ${at}` });
  }
  const bot = octokit(github, issues);
  const page = await bot.issues.listComments({ ...demo, issue_number: 1, per_page: 2, page: 2 });
  expect(page.data.map(({ body }) => body)).toEqual(['comment 3', 'comment 4']);
  expect(page.headers.link).toMatch(/page=1>; rel="prev".*page=3>; rel="next"/);
  const all = await bot.paginate(bot.issues.listComments, { ...demo, issue_number: 1, per_page: 2 });
  expect(all).toHaveLength(5);
});

test('what the client has already is answered 304 until it changes', async () => {
  const github = await withIssue();
  const bot = octokit(github, issues);
  const list = (etag: string) =>
    bot.issues.listComments({ ...demo, issue_number: 1, headers: { 'if-none-match': etag } });
  const etag = (await list('')).headers.etag ?? '';
  await expect(list(etag)).rejects.toMatchObject({ status: 304 });
  github.repository('octo/demo').comment(1, { by: 'alice', body: 'new' });
  expect((await list(etag)).data).toHaveLength(1);
});

test('each answer tells the budget of its token', async () => {
  const bot = octokit(await withIssue(), issues);
  const remaining = async () =>
    (await bot.issues.get({ ...demo, issue_number: 1 })).headers['x-ratelimit-remaining'];
  expect([await remaining(), await remaining()]).toEqual(['999', '998']);
});
