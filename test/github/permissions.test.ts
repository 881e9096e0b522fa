import type { Octokit } from '@octokit/rest';
import { expect, test } from 'vitest';
import { githubForTest } from './for-test.ts';
import { demo, octokit } from './octokit.ts';
import type { LoopbackGitHub } from './server.ts';
import type { PermissionScope } from './world/state.ts';

/** Issue 1 is an issue, 2 is a pull request. */
async function withRepository(isPrivate: boolean): Promise<LoopbackGitHub> {
  const github = await githubForTest();
  const repository = await github.addRepository({
    ...demo,
    name: 'demo',
    private: isPrivate,
    roles: { alice: 'write' },
  });
  repository.openIssue({ by: 'alice', title: 'A bug' });
  await repository.commit({ files: { 'new.txt': 'new\n' }, branch: 'feature' });
  await repository.openPull({ by: 'alice', title: 'New', head: 'feature', base: 'main' });
  await repository.addRun({ workflow: 'penguin.yml', event: 'issue_comment', actor: 'alice' });
  return github;
}

type Try = (client: Octokit, github: LoopbackGitHub) => Promise<unknown>;
const sha = async (github: LoopbackGitHub) =>
  String(await github.repository('octo/demo').ref('refs/heads/main'));

const tries: { scope: PermissionScope; level: 'read' | 'write'; run: Try }[] = [
  { scope: 'contents', level: 'read', run: ({ git }) => git.getRef({ ...demo, ref: 'heads/main' }) },
  {
    scope: 'contents',
    level: 'write',
    run: async ({ git }, github) => git.createRef({ ...demo, ref: 'refs/penguin/x', sha: await sha(github) }),
  },
  { scope: 'issues', level: 'read', run: ({ issues }) => issues.listComments({ ...demo, issue_number: 1 }) },
  {
    scope: 'issues',
    level: 'write',
    run: ({ issues }) => issues.createComment({ ...demo, issue_number: 1, body: 'x' }),
  },
  { scope: 'pull_requests', level: 'read', run: ({ pulls }) => pulls.get({ ...demo, pull_number: 2 }) },
  {
    scope: 'pull_requests',
    level: 'write',
    run: ({ issues }) => issues.createComment({ ...demo, issue_number: 2, body: 'x' }),
  },
  { scope: 'actions', level: 'read', run: ({ actions }) => actions.listWorkflowRunsForRepo(demo) },
  {
    scope: 'actions',
    level: 'write',
    run: ({ actions }, github) =>
      actions.cancelWorkflowRun({ ...demo, run_id: [...github.repository('octo/demo').runs.keys()][0] ?? 0 }),
  },
  { scope: 'checks', level: 'read', run: ({ checks }) => checks.listForRef({ ...demo, ref: 'main' }) },
  {
    scope: 'checks',
    level: 'write',
    run: async ({ checks }, github) =>
      checks.create({ ...demo, name: 'penguin', head_sha: await sha(github) }),
  },
];

const NOT_ACCESSIBLE = {
  status: 403,
  message: expect.stringContaining('Resource not accessible by integration'),
};

for (const { scope, level, run } of tries) {
  test(`in a private repository a workflow can ${level} only with ${scope}: ${level}`, async () => {
    const github = await withRepository(true);
    const tooLittle = level === 'read' ? (['none'] as const) : (['none', 'read'] as const);
    for (const granted of tooLittle) {
      const attempt = run(octokit(github, { [scope]: granted }), github);
      await expect(attempt).rejects.toMatchObject(NOT_ACCESSIBLE);
    }
    await run(octokit(github, { [scope]: level }), github);
  });
}

test('in a public repository everything can be read without a permission, and nothing written', async () => {
  const github = await withRepository(false);
  const nobody = octokit(github, {});
  for (const { level, run } of tries) {
    if (level === 'read') await run(nobody, github);
    else await expect(run(nobody, github)).rejects.toMatchObject(NOT_ACCESSIBLE);
  }
});

test('pull_requests: write does not reach an issue', async () => {
  const client = octokit(await withRepository(false), { pull_requests: 'write' });
  const comment = client.issues.createComment({ ...demo, issue_number: 1, body: 'x' });
  await expect(comment).rejects.toMatchObject(NOT_ACCESSIBLE);
});

test('a stranger sees no private repository, and of a public one is told to read it', async () => {
  const hidden = await withRepository(true);
  hidden.addUser('eve');
  await expect(octokit(hidden, 'eve').repos.get(demo)).rejects.toMatchObject({ status: 404 });
  const open = await withRepository(false);
  open.addUser('eve');
  const { data } = await octokit(open, {}).repos.getCollaboratorPermissionLevel({ ...demo, username: 'eve' });
  expect(data).toMatchObject({ permission: 'read', role_name: 'read' });
});

test('the permission of a bot or of nobody cannot be asked', async () => {
  const github = await withRepository(false);
  const client = octokit(github, {});
  for (const username of ['github-actions[bot]', 'nobody']) {
    const asked = client.repos.getCollaboratorPermissionLevel({ ...demo, username });
    await expect(asked).rejects.toMatchObject({
      status: 404,
      message: expect.stringContaining('is not a user'),
    });
  }
});

test('roles are reported as the four that the API knows', async () => {
  const github = await githubForTest();
  const roles = {
    ann: 'admin',
    max: 'maintain',
    wes: 'write',
    tri: 'triage',
    ray: 'read',
    non: 'none',
  } as const;
  await github.addRepository({ ...demo, name: 'demo', private: true, roles });
  const client = octokit(github, {});
  const told = await Promise.all(
    Object.keys(roles).map(async (username) => {
      const { data } = await client.repos.getCollaboratorPermissionLevel({ ...demo, username });
      return `${data.role_name}: ${data.permission}`;
    }),
  );
  expect(told).toEqual([
    'admin: admin',
    'maintain: write',
    'write: write',
    'triage: read',
    'read: read',
    'none: none',
  ]);
});

test('a token that nobody minted is bad credentials, none at all cannot write', async () => {
  const github = await withRepository(false);
  const post = (headers: Record<string, string>) =>
    fetch(`${github.apiUrl}/repos/octo/demo/issues/1/comments`, {
      method: 'POST',
      headers,
      body: '{"body":"x"}',
    });
  expect((await post({ authorization: 'Bearer ghs_none' })).status).toBe(401);
  expect((await post({})).status).toBe(401);
});

test('only the App that made a check run can change it, and a person can make none', async () => {
  const github = await withRepository(false);
  const head_sha = await sha(github);
  const person = octokit(github, 'alice').checks.create({ ...demo, name: 'x', head_sha });
  await expect(person).rejects.toMatchObject({
    message: expect.stringContaining('authenticate via a GitHub App'),
  });
});
