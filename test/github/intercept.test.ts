import { expect, test } from 'vitest';
import { githubForTest } from './for-test.ts';
import { demo, octokit } from './octokit.ts';
import { startGitHub } from './server.ts';
import { jsonAnswer } from './wire.ts';

async function withIssue() {
  const github = await githubForTest();
  const repository = await github.addRepository({ ...demo, name: 'demo' });
  const issue = repository.openIssue({ by: 'octo', title: 'A bug' });
  const { issues } = octokit(github, { issues: 'write' });
  const comment = (body: string) => issues.createComment({ ...demo, issue_number: 1, body });
  return { github, issue, comment };
}

test('a request is held until it is released, and its effect with it', async () => {
  const { github, issue, comment } = await withIssue();
  const hold = github.hold({ operation: 'issues/create-comment' });
  const posted = comment('held');
  expect(await hold.reached).toMatchObject({ method: 'POST', body: { body: 'held' }, status: undefined });
  expect(issue.comments).toEqual([]);
  await comment('another');
  hold.release();
  await posted;
  expect(issue.comments.map(({ body }) => body)).toEqual(['another', 'held']);
});

test('a request is answered 502 after its effect', async () => {
  const { github, issue, comment } = await withIssue();
  github.intercept({ operation: 'issues/create-comment', times: 1 }, async (_, proceed) => {
    await proceed();
    return jsonAnswer(502, { message: 'Server Error' });
  });
  await expect(comment('one')).rejects.toMatchObject({ status: 502 });
  expect(issue.comments).toHaveLength(1);
  await comment('two');
});

test('a request is refused without an effect, as by a secondary limit', async () => {
  const { github, issue, comment } = await withIssue();
  const limit = github.intercept(
    { method: 'POST', when: ({ body }) => JSON.stringify(body).includes('2') },
    async () =>
      jsonAnswer(403, { message: 'You have exceeded a secondary rate limit.' }, { 'retry-after': '60' }),
  );
  await comment('1');
  await expect(comment('2')).rejects.toMatchObject({
    status: 403,
    response: { headers: { 'retry-after': '60' } },
  });
  limit.stop();
  await comment('2 again');
  expect(issue.comments).toHaveLength(2);
  expect(limit.taken).toMatchObject([{ status: 403 }]);
});

test('a connection is cut before or after the effect', async () => {
  const { github, issue, comment } = await withIssue();
  github.intercept({ path: /comments$/, times: 1 }, async (_, proceed) => {
    await proceed();
    return 'hang-up';
  });
  await expect(comment('lost answer')).rejects.toThrow();
  expect(issue.comments).toHaveLength(1);
  expect(github.requests.at(-1)?.status).toBe('hang-up');
});

test('the journal tells what was asked, in order, and how it was answered', async () => {
  const { github, comment } = await withIssue();
  await comment('hello');
  await expect(comment('')).rejects.toThrow();
  const path = '/repos/octo/demo/issues/1/comments';
  const operation = 'issues/create-comment';
  expect(github.requests).toMatchObject([
    { method: 'POST', path, operation, status: 201, body: { body: 'hello' } },
    { method: 'POST', path, operation, status: 422, body: { body: '' } },
  ]);
});

test('what this GitHub does not know fails loudly and is a fault', async () => {
  const github = await startGitHub();
  try {
    const answer = await fetch(`${github.apiUrl}/repos/octo/demo/milestones`);
    expect(answer.status).toBe(501);
    expect(github.faults).toEqual([expect.stringContaining('GET /repos/octo/demo/milestones')]);
  } finally {
    await github.close();
  }
});

test('a body that is no JSON, or lacks what is required, is refused as GitHub does', async () => {
  const { github } = await withIssue();
  const authorization = `Bearer ${github.tokens.user('octo')}`;
  const post = async (body: string) => {
    const answer = await fetch(`${github.apiUrl}/repos/octo/demo/issues`, {
      method: 'POST',
      headers: { authorization },
      body,
    });
    return { status: answer.status, ...((await answer.json()) as object) };
  };
  expect(await post('{')).toMatchObject({ status: '400', message: 'Problems parsing JSON' });
  expect(await post('{"body":"x"}')).toMatchObject({
    status: '422',
    message: expect.stringContaining('title'),
  });
  expect(await post('{"title":"x","labels":7}')).toMatchObject({ status: '422' });
});

test('closing the server cuts a request that is still held', async () => {
  const github = await startGitHub();
  const hold = github.hold({ operation: 'users/get-by-username' });
  const cut = expect(fetch(`${github.apiUrl}/users/octo`)).rejects.toThrow();
  await hold.reached;
  await github.close();
  await cut;
});
