import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { createGitHub, type GitHub, GitHubError } from '../../core/github/index.ts';
import type { Clock } from '../../core/omnimessage/index.ts';
import { until } from '../environment/until.ts';
import { serve } from '../git/http-remote.ts';
import { demo } from '../github/octokit.ts';
import { jsonAnswer } from '../github/wire.ts';
import { fakeClock } from '../support/clock.ts';
import { hastyClock } from '../support/hasty-clock.ts';
import { quietLog } from './quiet-log.ts';
import { openStage } from './stage.ts';

const BROKEN = jsonAnswer(502, { message: 'Server Error' });

const read = (github: GitHub, signal?: AbortSignal) =>
  github.request('GET /repos/{owner}/{repo}', {}, signal === undefined ? {} : { signal });
const route = 'POST /repos/{owner}/{repo}/issues/{issue_number}/comments';
/** A creation that nobody can look for. */
const write = (github: GitHub, body = 'hello') =>
  github.create(
    route,
    { issue_number: 1, body },
    { read: ({ id }) => id, ifLost: () => Promise.reject(new GitHubError(route, 0, 'cannot look')) },
  );
const options = (clock: Clock) => ({
  clock,
  random: () => 0.5,
  log: quietLog(),
  signal: new AbortController().signal,
});

async function withIssue() {
  const stage = await openStage();
  const issue = stage.repository.openIssue({ by: 'octo', title: 'A bug' });
  return { ...stage, issue };
}

async function failure(promise: Promise<unknown>): Promise<GitHubError> {
  const error: unknown = await promise.then(
    () => new Error('it did not fail'),
    (thrown: unknown) => thrown,
  );
  if (error instanceof GitHubError) return error;
  throw error;
}

it('says nothing of the repository but its owner and name', async () => {
  const { loopback, token } = await openStage();
  const known = { owner: demo.owner, repo: demo.repo, defaultBranch: 'main', private: false };
  const github = createGitHub(known, { token, apiUrl: loopback.apiUrl, ...options(fakeClock()) });
  await read(github);
  expect(loopback.requests.at(-1)?.query).toEqual({});
});

describe('a read', () => {
  it.each([
    ['is answered 502', BROKEN],
    ['is cut', 'hang-up'],
  ] as const)('that %s is made again after half a second, after two and after five', async (_, outcome) => {
    const { loopback, github, clock } = await openStage();
    const { taken } = loopback.intercept({ operation: 'repos/get', times: 3 }, async () => outcome);
    expect(await read(github)).toMatchObject({ full_name: 'octo/demo' });
    expect(taken).toHaveLength(3);
    expect(clock.pauses).toEqual([500, 2_000, 5_000]);
  });

  it('is made four times at most', async () => {
    const { loopback, github } = await openStage();
    const { taken } = loopback.intercept({ operation: 'repos/get' }, async () => BROKEN);
    expect(await failure(read(github))).toMatchObject({ status: 502, answer: 'Server Error' });
    expect(taken).toHaveLength(4);
  });

  it('that GitHub refuses is not made again', async () => {
    const { loopback, github, clock } = await openStage();
    expect(
      await failure(github.request('GET /repos/{owner}/{repo}/issues/{issue_number}', { issue_number: 9 })),
    ).toMatchObject({ status: 404, answer: 'Not Found' });
    expect(loopback.requests).toHaveLength(1);
    expect(clock.pauses).toEqual([]);
  });
});

describe('a write', () => {
  it('that is idempotent is repeated like a read', async () => {
    const { loopback, github, repository, issue } = await withIssue();
    const comment = repository.comment(1, { by: 'github-actions[bot]', body: 'old' });
    loopback.intercept({ method: 'PATCH', times: 1 }, async (_, proceed) => {
      await proceed();
      return BROKEN;
    });
    const route = 'PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}';
    await github.request(route, { comment_id: comment.id, body: 'new' });
    expect(issue.comments.map(({ body }) => body)).toEqual(['new']);
  });

  it.each([
    ['answered 502', BROKEN],
    ['cut', 'hang-up'],
  ] as const)('by POST is never repeated, though it is %s after its effect', async (_, outcome) => {
    const { loopback, github, issue } = await withIssue();
    loopback.intercept({ method: 'POST' }, async (_request, proceed) => {
      await proceed();
      return outcome;
    });
    const { status } = await failure(write(github));
    expect(status).toBe(outcome === 'hang-up' ? 0 : 502);
    expect(issue.comments).toHaveLength(1);
  });
});

describe('an error', () => {
  it("carries GitHub's words, those about single fields too", async () => {
    const { github } = await withIssue();
    const error = await failure(write(github, ' '));
    expect(error).toMatchObject({ status: 422, answer: expect.stringContaining("Body can't be blank") });
    expect(error.message).toBe(
      `POST /repos/{owner}/{repo}/issues/{issue_number}/comments: GitHub answered 422 (${error.answer})`,
    );
  });

  it('says which field was wrong where GitHub has no sentence for it', async () => {
    const { github } = await openStage();
    const pull = { title: 'A change', body: '', head: 'main', base: 'nowhere' };
    const error = await failure(
      github.create('POST /repos/{owner}/{repo}/pulls', pull, { read: () => 1, ifLost: 'repeat' }),
    );
    expect(error.answer).toBe('Validation Failed: base invalid');
  });

  it('of a missing permission names the line that the workflow lacks', async () => {
    const { as, repository } = await openStage();
    repository.openIssue({ by: 'octo', title: 'A bug' });
    const error = await failure(write(as({ permissions: { issues: 'read' } })));
    expect(error.lacksPermission).toBe(true);
    expect(error.message).toContain("add `issues: write` to the workflow's permissions");
  });

  it.each([
    ['refused', jsonAnswer(403, { message: 'no' })],
    ['cut', 'hang-up'],
  ] as const)('of a request that was %s holds no token anywhere', async (_, outcome) => {
    const { loopback, github, token } = await withIssue();
    loopback.intercept({ method: 'POST' }, async () => outcome);
    expect(inspect(await failure(write(github)), { depth: 20, showHidden: true })).not.toContain(token);
  });

  it('about a token that cannot be sent does not quote it', async () => {
    const token = 'first-half\nsecond-half';
    const github = createGitHub(demo, { token, apiUrl: 'http://127.0.0.1:9', ...options(hastyClock()) });
    const { message } = await failure(read(github));
    expect(message).not.toMatch(/first-half|second-half/);
  });

  it('quotes a page of HTML in one short line', async () => {
    const { loopback, github } = await openStage();
    const page = `<html>\n<body>${'<p>Unicorn!</p>\n'.repeat(1_000)}</body></html>`;
    const headers = { 'content-type': 'text/html' };
    loopback.intercept({ operation: 'repos/get' }, async () => ({ status: 503, headers, body: page }));
    const { message } = await failure(read(github));
    expect(message).toContain('503');
    expect(message.length).toBeLessThan(600);
    expect(message).not.toContain('\n');
  });
});

describe('a wait', () => {
  it('ends with an error when nothing comes for twenty seconds', async () => {
    const { loopback, repository, as } = await openStage();
    repository.openIssue({ by: 'octo', title: 'A bug' });
    const clock = fakeClock();
    const hold = loopback.hold({ method: 'POST' });
    const failed = failure(write(as({ clock })));
    await hold.reached;
    await clock.advance(20_000);
    await until(() => clock.sleeping() === 1);
    await clock.advance(500);
    expect(await failed).toMatchObject({ status: 0, answer: expect.stringContaining('20 s') });
    expect(clock.sleeping()).toBe(0);
  });

  it('for an answer that breaks off begins anew', async () => {
    const { loopback, github } = await openStage();
    const headers = { 'content-type': 'application/json; charset=utf-8' };
    loopback.intercept({ operation: 'repos/get', times: 1 }, async () => ({
      status: 200,
      headers,
      body: '{"full_name": "octo/de',
    }));
    expect(await read(github)).toMatchObject({ full_name: 'octo/demo' });
    expect(loopback.requests).toHaveLength(2);
  });

  it('for the rest of an answer ends no later', async () => {
    const sent = { begun: false };
    const apiUrl = await serve((_, response) => {
      response.writeHead(201, { 'content-type': 'application/json' });
      response.write('{"id":', () => {
        sent.begun = true;
      });
    });
    const clock = fakeClock();
    const failed = failure(write(createGitHub(demo, { token: 't', apiUrl, ...options(clock) })));
    await until(() => sent.begun);
    await clock.advance(20_000);
    await until(() => clock.sleeping() === 1);
    await clock.advance(500);
    expect(await failed).toMatchObject({ status: 0 });
  });

  it('ends at once when it is aborted, and nothing is repeated', async () => {
    const { loopback, github } = await openStage();
    const hold = loopback.hold({ operation: 'repos/get' });
    const abort = new AbortController();
    const failed = failure(read(github, abort.signal));
    await hold.reached;
    abort.abort();
    expect(await failed).toMatchObject({ status: 0 });
    expect(loopback.requests).toHaveLength(1);
  });

  it('between two attempts ends at once when it is aborted', async () => {
    const { loopback, as } = await openStage();
    loopback.intercept({ operation: 'repos/get', times: 1 }, async () => BROKEN);
    const clock = fakeClock();
    const abort = new AbortController();
    const failed = failure(read(as({ clock }), abort.signal));
    await until(() => loopback.requests[0]?.status === 502 && clock.sleeping() === 1);
    abort.abort();
    expect(await failed).toMatchObject({ status: 0 });
    expect(loopback.requests).toHaveLength(1);
  });

  it('leaves nothing behind on the clock once there is an answer', async () => {
    const { as } = await openStage();
    const clock = fakeClock();
    await read(as({ clock }));
    expect(clock.sleeping()).toBe(0);
  });
});
