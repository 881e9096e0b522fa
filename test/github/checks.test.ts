import { expect, test } from 'vitest';
import { githubForTest } from './for-test.ts';
import { demo, octokit } from './octokit.ts';

const action = { label: 'Approve', description: 'Run it', identifier: 'approve' };

async function withCheck() {
  const github = await githubForTest();
  const repository = await github.addRepository({ ...demo, name: 'demo' });
  const { checks } = octokit(github, { checks: 'write' });
  const head_sha = String(await repository.ref('refs/heads/main'));
  return { github, repository, checks, given: { ...demo, name: 'penguin', head_sha } };
}

test('a check run keeps its buttons until the next update, and piles up annotations', async () => {
  const { repository, checks, given } = await withCheck();
  const { id } = (await checks.create({ ...given, conclusion: 'action_required', actions: [action] })).data;
  expect(repository.checks.get(id)?.actions).toEqual([action]);
  const annotation = {
    path: 'a',
    start_line: 1,
    end_line: 1,
    annotation_level: 'notice',
    message: 'm',
  } as const;
  const output = { title: 't', summary: 's', annotations: [annotation] };
  await checks.update({ ...demo, check_run_id: id, output });
  const { data } = await checks.update({ ...demo, check_run_id: id, output });
  expect(data.output.annotations_count).toBe(2);
  expect(repository.checks.get(id)?.actions).toEqual([]);
});

test('what exceeds GitHub’s limits is refused', async () => {
  const { checks, given } = await withCheck();
  const refused = { status: 422 };
  const long = { ...action, label: 'x'.repeat(21) };
  await expect(checks.create({ ...given, actions: [long] })).rejects.toMatchObject(refused);
  await expect(checks.create({ ...given, actions: Array(4).fill(action) })).rejects.toMatchObject(refused);
  const summary = 'x'.repeat(65_536);
  await expect(checks.create({ ...given, output: { title: 't', summary } })).rejects.toMatchObject(refused);
  await expect(checks.create({ ...given, head_sha: '1'.repeat(40) })).rejects.toMatchObject(refused);
});

test('another App’s check run cannot be changed', async () => {
  const { repository, checks, given } = await withCheck();
  const { id } = (await checks.create(given)).data;
  const check = repository.checks.get(id);
  if (check === undefined) throw new Error('the check run is gone');
  repository.checks.set(id, { ...check, app: { id: 7, slug: 'other', name: 'Other' } });
  await expect(checks.update({ ...demo, check_run_id: id, status: 'in_progress' })).rejects.toMatchObject({
    status: 403,
    message: expect.stringContaining('can only be modified by the GitHub App that created it'),
  });
});
