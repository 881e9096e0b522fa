import { expect, test } from 'vitest';
import { githubForTest } from './for-test.ts';
import { demo } from './octokit.ts';

async function withComment() {
  const github = await githubForTest();
  const repository = await github.addRepository({ ...demo, name: 'demo', roles: { alice: 'write' } });
  const issue = repository.openIssue({ by: 'alice', title: 'A bug', labels: ['penguin'] });
  const comment = repository.comment(1, { by: 'alice', body: '/penguin fix it' });
  return { github, repository, issue, comment };
}

test('a created comment’s payload names issue, comment, repository and sender', async () => {
  const { github, repository, issue, comment } = await withComment();
  const told = repository.payload({
    event: 'issue_comment',
    action: 'created',
    sender: 'alice',
    issue,
    comment,
  });
  expect(told).toMatchObject({
    action: 'created',
    issue: { number: 1, title: 'A bug', labels: [{ name: 'penguin' }] },
    comment: { id: comment.id, body: '/penguin fix it', user: { login: 'alice', type: 'User' } },
    repository: { full_name: 'octo/demo', owner: { login: 'octo' }, default_branch: 'main' },
    sender: { login: 'alice', id: github.addUser('alice').id },
  });
  expect(told).not.toHaveProperty('issue.pull_request');
});

test('an edited comment’s payload tells the body before, and who edited', async () => {
  const { repository, issue, comment } = await withComment();
  const before = comment.body;
  repository.edit(comment, '- [x] Approve');
  const parts = { event: 'issue_comment', action: 'edited', sender: 'bob', issue, comment, before } as const;
  expect(repository.payload(parts)).toMatchObject({
    action: 'edited',
    changes: { body: { from: '/penguin fix it' } },
    comment: { body: '- [x] Approve', user: { login: 'alice' } },
    sender: { login: 'bob' },
  });
});

test('a comment on a pull request is told by the issue’s pull_request', async () => {
  const { repository } = await withComment();
  await repository.commit({ branch: 'feature', files: { 'a.txt': 'a\n' } });
  const issue = await repository.openPull({ by: 'alice', title: 'A', head: 'feature', base: 'main' });
  const comment = repository.comment(issue.number, { by: 'alice', body: '/penguin review' });
  const told = repository.payload({
    event: 'issue_comment',
    action: 'created',
    sender: 'alice',
    issue,
    comment,
  });
  expect(told).toHaveProperty('issue.pull_request.url');
});

test('every other event that starts a run has its payload', async () => {
  const { repository, issue } = await withComment();
  const of = { event: 'issues', sender: 'alice', issue } as const;
  expect(repository.payload({ ...of, action: 'opened' })).toMatchObject({ action: 'opened' });
  expect(repository.payload({ ...of, action: 'labeled', label: 'penguin' })).toMatchObject({
    label: { name: 'penguin' },
  });
  const assigned = repository.payload({ ...of, action: 'assigned', assignee: 'penguin-bot' });
  expect(assigned).toMatchObject({ assignee: { login: 'penguin-bot' } });
  const inputs = { session: 's1' };
  const dispatch = {
    event: 'workflow_dispatch',
    sender: 'alice',
    ref: 'refs/heads/main',
    workflow: 'penguin.yml',
    inputs,
  } as const;
  expect(repository.payload(dispatch)).toMatchObject({ inputs, workflow: '.github/workflows/penguin.yml' });
});
