import { Octokit } from '@octokit/rest';
import { expect, test } from 'vitest';
import { githubForTest } from './for-test.ts';
import { operations } from './rest/operations.ts';
import { description } from './schema/description.ts';
import type { LoopbackGitHub } from './server.ts';

const demo = { owner: 'octo', repo: 'demo' };
const workflow = `on:
  workflow_dispatch:
    inputs:
      session: { required: true }
`;

test('every operation of the description has a handler, and every handler an operation', () => {
  expect(Object.keys(operations).sort()).toEqual(Object.keys(description().operations).sort());
});

test('every operation answers Octokit, and each answer conforms to GitHub’s description', {
  timeout: 60_000,
}, async () => {
  const github = await githubForTest();
  await github.addRepository({
    ...demo,
    name: 'demo',
    files: { 'README.md': 'hello\n', '.github/workflows/penguin.yml': workflow },
    roles: { alice: 'maintain' },
  });
  const bot = client(
    github,
    github.tokens.workflow({
      repository: 'octo/demo',
      permissions: {
        contents: 'write',
        issues: 'write',
        pull_requests: 'write',
        actions: 'write',
        checks: 'write',
      },
    }),
  );
  await useUsers(github);
  await useThreads(bot);
  await useGit(github, bot);
  await usePulls(github, bot);
  await useChecks(bot);
  await useRuns(github, bot);

  const used = new Set(github.requests.map(({ operation }) => operation));
  expect([...Object.keys(description().operations)].filter((operation) => !used.has(operation))).toEqual([]);
  const refused = github.requests.filter(({ status }) => Number(status) >= 400);
  expect(refused).toEqual([]);
  const check = await github.repository('octo/demo').git.attempt(['fsck', '--strict', '--no-dangling']);
  expect(check.stderr.trim()).toBe('');
});

function client(github: LoopbackGitHub, auth: string): Octokit {
  return new Octokit({ baseUrl: github.apiUrl, auth });
}

async function useUsers(github: LoopbackGitHub): Promise<void> {
  const alice = client(github, github.tokens.user('alice'));
  const { data } = await alice.users.getAuthenticated();
  expect(data).toMatchObject({ login: 'alice', type: 'User' });
  expect((await alice.users.getByUsername({ username: 'Alice' })).data.id).toBe(data.id);
  const permission = await alice.repos.getCollaboratorPermissionLevel({ ...demo, username: 'alice' });
  expect(permission.data).toMatchObject({ permission: 'write', role_name: 'maintain' });
  expect((await alice.repos.get(demo)).data).toMatchObject({
    full_name: 'octo/demo',
    default_branch: 'main',
  });
}

async function useThreads(bot: Octokit): Promise<void> {
  const { number: issue_number } = (await bot.issues.create({ ...demo, title: 'A bug', labels: ['bug'] }))
    .data;
  const comment = (await bot.issues.createComment({ ...demo, issue_number, body: 'Looking' })).data;
  const of = { ...demo, comment_id: comment.id };
  await bot.issues.updateComment({ ...of, body: 'Found it' });
  expect((await bot.issues.getComment(of)).data.body).toBe('Found it');
  const thumb = (await bot.reactions.createForIssueComment({ ...of, content: '+1' })).data;
  expect((await bot.reactions.listForIssueComment(of)).data).toHaveLength(1);
  await bot.reactions.deleteForIssueComment({ ...of, reaction_id: thumb.id });
  const eyes = (await bot.reactions.createForIssue({ ...demo, issue_number, content: 'eyes' })).data;
  expect((await bot.reactions.listForIssue({ ...demo, issue_number })).data).toHaveLength(1);
  await bot.reactions.deleteForIssue({ ...demo, issue_number, reaction_id: eyes.id });
  await bot.issues.addLabels({ ...demo, issue_number, labels: ['penguin'] });
  const labels = (await bot.issues.listLabelsOnIssue({ ...demo, issue_number })).data;
  expect(labels.map(({ name }) => name)).toEqual(['bug', 'penguin']);
  await bot.issues.update({ ...demo, issue_number, state: 'closed', title: 'A fixed bug' });
  expect((await bot.issues.get({ ...demo, issue_number })).data).toMatchObject({
    state: 'closed',
    comments: 1,
  });
  expect((await bot.issues.listComments({ ...demo, issue_number })).data).toHaveLength(1);
  const q = 'repo:octo/demo is:issue is:closed "found it"';
  expect((await bot.search.issuesAndPullRequests({ q })).data.total_count).toBe(1);
  await bot.issues.deleteComment(of);
}

async function useGit(github: LoopbackGitHub, bot: Octokit): Promise<void> {
  const main = await github.repository('octo/demo').ref('refs/heads/main');
  const blob = (await bot.git.createBlob({ ...demo, content: 'aGk=', encoding: 'base64' })).data;
  expect((await bot.git.getBlob({ ...demo, file_sha: blob.sha })).data.size).toBe(2);
  const entries = [
    { path: 'hi.txt', mode: '100644' as const, type: 'blob' as const, sha: blob.sha },
    { path: 'deep/new.txt', mode: '100755' as const, type: 'blob' as const, content: 'new\n' },
  ];
  const tree = (await bot.git.createTree({ ...demo, base_tree: String(main), tree: entries })).data;
  const recursive = (await bot.git.getTree({ ...demo, tree_sha: tree.sha, recursive: 'true' })).data.tree;
  expect(recursive.map(({ path }) => path)).toContain('deep/new.txt');
  const made = { ...demo, message: 'Add files', tree: tree.sha, parents: [String(main)] };
  const { sha } = (await bot.git.createCommit(made)).data;
  expect((await bot.git.getCommit({ ...demo, commit_sha: sha })).data.message).toBe('Add files');
  await bot.git.createRef({ ...demo, ref: 'refs/heads/feature', sha: String(main) });
  await bot.git.updateRef({ ...demo, ref: 'heads/feature', sha });
  expect((await bot.git.getRef({ ...demo, ref: 'heads/feature' })).data.object.sha).toBe(sha);
  await bot.git.createRef({ ...demo, ref: 'refs/penguin/gone', sha });
  expect((await bot.git.listMatchingRefs({ ...demo, ref: 'penguin/' })).data).toHaveLength(1);
  await bot.git.deleteRef({ ...demo, ref: 'penguin/gone' });
  expect((await bot.repos.getBranch({ ...demo, branch: 'feature' })).data.commit.sha).toBe(sha);
  const file = (await bot.repos.getContent({ ...demo, path: 'deep/new.txt', ref: sha })).data;
  expect(file).toMatchObject({ type: 'file', name: 'new.txt', encoding: 'base64' });
  expect((await bot.repos.getContent({ ...demo, path: '' })).data).toHaveLength(2);
  expect((await bot.repos.listCommits({ ...demo, sha: 'feature' })).data).toHaveLength(2);
  const compared = (await bot.repos.compareCommitsWithBasehead({ ...demo, basehead: 'main...feature' })).data;
  expect(compared).toMatchObject({ status: 'ahead', ahead_by: 1, behind_by: 0 });
}

async function usePulls(github: LoopbackGitHub, bot: Octokit): Promise<void> {
  const created = (await bot.pulls.create({ ...demo, title: 'Files', head: 'feature', base: 'main' })).data;
  const pull = { ...demo, pull_number: created.number };
  expect((await bot.pulls.get(pull)).data).toMatchObject({ changed_files: 2, commits: 1, additions: 2 });
  expect((await bot.pulls.listFiles(pull)).data.map(({ filename }) => filename)).toEqual([
    'deep/new.txt',
    'hi.txt',
  ]);
  github.repository('octo/demo').review(created.number, {
    by: 'octo',
    body: 'Why?',
    path: 'hi.txt',
    line: 1,
    hunk: '@@ -0,0 +1 @@\n+hi',
  });
  expect((await bot.pulls.listReviewComments(pull)).data).toMatchObject([{ path: 'hi.txt', body: 'Why?' }]);
  expect((await bot.pulls.list({ ...demo, head: 'octo:feature' })).data).toHaveLength(1);
  expect((await bot.pulls.update({ ...pull, body: 'Two files' })).data.body).toBe('Two files');
}

async function useChecks(bot: Octokit): Promise<void> {
  const { sha } = (await bot.git.getRef({ ...demo, ref: 'heads/feature' })).data.object;
  const output = { title: 'Working', summary: 'so far' };
  const check = (await bot.checks.create({ ...demo, name: 'penguin', head_sha: sha, output })).data;
  const updated = await bot.checks.update({ ...demo, check_run_id: check.id, conclusion: 'success' });
  expect(updated.data).toMatchObject({ status: 'completed', conclusion: 'success' });
  expect((await bot.checks.get({ ...demo, check_run_id: check.id })).data.app?.id).toBe(15368);
  expect((await bot.checks.listForRef({ ...demo, ref: 'feature' })).data.total_count).toBe(1);
}

async function useRuns(github: LoopbackGitHub, bot: Octokit): Promise<void> {
  const workflow_id = 'penguin.yml';
  await bot.actions.createWorkflowDispatch({ ...demo, workflow_id, ref: 'main', inputs: { session: 'abc' } });
  const [run] = (await bot.actions.listWorkflowRuns({ ...demo, workflow_id, status: 'queued' })).data
    .workflow_runs;
  const run_id = run?.id ?? 0;
  expect((await bot.actions.listWorkflowRunsForRepo(demo)).data.total_count).toBe(1);
  expect((await bot.actions.getWorkflowRun({ ...demo, run_id })).data.event).toBe('workflow_dispatch');
  const staged = github.repository('octo/demo').run(run_id);
  const artifact_id = github.repository('octo/demo').addArtifact(staged, 'trace', Buffer.from('PK'));
  expect((await bot.actions.getArtifact({ ...demo, artifact_id })).data.size_in_bytes).toBe(2);
  expect((await bot.actions.listArtifactsForRepo({ ...demo, name: 'trace' })).data.total_count).toBe(1);
  expect((await bot.actions.listWorkflowRunArtifacts({ ...demo, run_id })).data.total_count).toBe(1);
  const zip = await bot.actions.downloadArtifact({ ...demo, artifact_id, archive_format: 'zip' });
  expect(Buffer.from(zip.data as ArrayBuffer).toString()).toBe('PK');
  await bot.actions.cancelWorkflowRun({ ...demo, run_id });
  expect(staged).toMatchObject({ status: 'completed', conclusion: 'cancelled' });
}
