import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { fakeClock } from '../support/clock.ts';
import { tempDir } from '../support/temp.ts';
import { githubForTest } from './for-test.ts';
import { demo, octokit } from './octokit.ts';
import type { GitHubOptions, LoopbackGitHub } from './server.ts';
import type { WorkflowRun } from './world/state.ts';

const CLIENT = fileURLToPath(new URL('./fixtures/artifact-client.mjs', import.meta.url));

async function withRun(options?: GitHubOptions): Promise<{ github: LoopbackGitHub; run: WorkflowRun }> {
  const github = await githubForTest(options);
  const repository = await github.addRepository({ ...demo, name: 'demo' });
  return {
    github,
    run: await repository.addRun({ workflow: 'penguin.yml', event: 'issues', actor: 'octo' }),
  };
}

type Answer = { id: number; artifacts: { name: string; id: number }[]; error: string };

/** The real client in a process of its own, with what a runner gives an action. `ask` takes one step at a time. */
function artifactClient(
  github: LoopbackGitHub,
  token: string,
): { ask(step: object): Promise<Partial<Answer>> } {
  const env = {
    PATH: process.env.PATH,
    ACTIONS_RESULTS_URL: github.resultsUrl,
    ACTIONS_RUNTIME_TOKEN: token,
    GITHUB_SERVER_URL: github.serverUrl,
    GITHUB_API_URL: github.apiUrl,
  };
  const child = spawn(process.execPath, [CLIENT], { env, stdio: ['pipe', 'ignore', 'inherit', 'pipe'] });
  const { stdin } = child;
  if (stdin === null) throw new Error('the client has no standard input');
  onTestFinished(() => void stdin.end());
  const answers = createInterface({ input: child.stdio[3] as Readable })[Symbol.asyncIterator]();
  return {
    async ask(step) {
      stdin.write(`${JSON.stringify(step)}\n`);
      return JSON.parse((await answers.next()).value) as Partial<Answer>;
    },
  };
}

function fileOf(content: string | Buffer, name: string) {
  const root = tempDir();
  const file = join(root, name);
  writeFileSync(file, content);
  return { step: 'upload', files: [file], root };
}

test('the real client uploads in several blocks, lists and downloads what it put', async () => {
  const { github, run } = await withRun();
  const content = randomBytes(9 * 1024 * 1024);
  const client = artifactClient(github, github.tokens.runtime(run));
  const upload = { ...fileOf(content, 'trace.bin'), name: 'trace', options: { compressionLevel: 0 } };
  const { id } = await client.ask(upload);
  expect((await client.ask({ step: 'list' })).artifacts).toMatchObject([{ name: 'trace', id }]);
  expect(github.requests.filter(({ query }) => query.comp === 'block').length).toBeGreaterThan(1);
  const path = tempDir();
  await client.ask({ step: 'download', id, options: { path } });
  expect(readFileSync(join(path, 'trace.bin')).equals(content)).toBe(true);
});

test('an artifact is downloaded by REST as the zip that was uploaded, from another run too', async () => {
  const { github, run } = await withRun();
  const client = artifactClient(github, github.tokens.runtime(run));
  const { id = 0 } = await client.ask({ ...fileOf('{"turn":3}', 'state.json'), name: 'checkpoint' });
  const { actions } = octokit(github, { actions: 'read' });
  const artifact = (await actions.getArtifact({ ...demo, artifact_id: id })).data;
  expect(artifact).toMatchObject({ name: 'checkpoint', expired: false, workflow_run: { id: run.id } });
  const of = { ...demo, artifact_id: id, archive_format: 'zip' };
  const zip = Buffer.from((await actions.downloadArtifact(of)).data as ArrayBuffer);
  expect(zip.subarray(0, 2).toString()).toBe('PK');
  expect(`sha256:${createHash('sha256').update(zip).digest('hex')}`).toBe(artifact.digest);
});

test('a single file goes up without a zip, under its own name and type', async () => {
  const { github, run } = await withRun();
  const client = artifactClient(github, github.tokens.runtime(run));
  const file = fileOf('<p>trace</p>', 'trace.html');
  await client.ask({ ...file, name: 'ignored', options: { skipArchive: true } });
  const [artifact] = [...github.repository('octo/demo').artifacts.values()];
  expect(artifact).toMatchObject({ name: 'trace.html', mimeType: 'text/html' });
  expect(artifact?.content?.toString()).toBe('<p>trace</p>');
});

test('a name is taken once a run', async () => {
  const { github, run } = await withRun();
  const client = artifactClient(github, github.tokens.runtime(run));
  const upload = { ...fileOf('a', 'a.txt'), name: 'trace' };
  expect(await client.ask(upload)).toMatchObject({ id: expect.any(Number) });
  const second = await client.ask(upload);
  expect(second.error).toContain('an artifact with this name already exists on the workflow run');
});

test('a forged runtime token, and one of another run, open nothing', async () => {
  const { github, run } = await withRun();
  const other = await github
    .repository('octo/demo')
    .addRun({ workflow: 'x.yml', event: 'push', actor: 'octo' });
  const list = async (token: string) => {
    const body = JSON.stringify({
      workflow_run_backend_id: String(run.id),
      workflow_job_run_backend_id: 'penguin',
    });
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const url = `${github.resultsUrl}/twirp/github.actions.results.api.v1.ArtifactService/ListArtifacts`;
    return (await fetch(url, { method: 'POST', headers, body })).status;
  };
  const token = github.tokens.runtime(run);
  expect(await list(token)).toBe(200);
  expect(await list(token.replace(/\.[^.]*$/, '.forged'))).toBe(401);
  expect(await list(github.tokens.runtime(other))).toBe(403);
});

test('an artifact expires, and a link to it a minute after it was given', async () => {
  const clock = fakeClock();
  const { github, run } = await withRun({ now: clock.now });
  const id = github.repository('octo/demo').addArtifact(run, 'trace', Buffer.from('PK'));
  const authorization = `Bearer ${github.tokens.workflow({ repository: 'octo/demo', permissions: { actions: 'read' } })}`;
  const url = `${github.apiUrl}/repos/octo/demo/actions/artifacts/${id}/zip`;
  const download = () => fetch(url, { headers: { authorization }, redirect: 'manual' });
  const link = String((await download()).headers.get('location'));
  expect((await fetch(link)).status).toBe(200);
  await clock.advance(61_000);
  expect((await fetch(link)).status).toBe(403);
  await clock.advance(91 * 86_400_000);
  expect((await download()).status).toBe(410);
});
