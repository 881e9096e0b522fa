/** Answers that are not what they should be, and those that need not be sent again. */
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createGitHub } from '../../core/github/index.ts';
import { serve } from '../git/http-remote.ts';
import { demo } from '../github/octokit.ts';
import { hastyClock } from '../support/hasty-clock.ts';
import { quietLog } from './quiet-log.ts';
import { openStage } from './stage.ts';

const HTML = { 'content-type': 'text/html' };
const PAGE = '<!DOCTYPE html><html><head><title>Sign in · proxy</title></head><body>…</body></html>';

function openAt(apiUrl: string) {
  const { signal } = new AbortController();
  return createGitHub(demo, {
    token: 'secret',
    apiUrl,
    clock: hastyClock(),
    random: () => 0.5,
    log: quietLog(),
    signal,
  });
}
const read = (apiUrl: string) => openAt(apiUrl).request('GET /repos/{owner}/{repo}', {});

describe('an answer', () => {
  it('that is a page is none, whatever its status, and its title is quoted', async () => {
    const apiUrl = await serve((_, response) => response.writeHead(200, HTML).end(PAGE));
    await expect(read(apiUrl)).rejects.toThrow(/no answer from GitHub .*page of HTML: Sign in · proxy/);
  });

  it('of an error that is a page says so in a few words', async () => {
    const apiUrl = await serve((_, response) => response.writeHead(404, HTML).end(PAGE));
    await expect(read(apiUrl)).rejects.toThrow('GitHub answered 404 (a page of HTML: Sign in · proxy)');
  });

  it('of an error that breaks off is quoted as far as it came', async () => {
    const headers = { 'content-type': 'application/json' };
    const apiUrl = await serve((_, response) => response.writeHead(422, headers).end('{"message": "Valid'));
    await expect(read(apiUrl)).rejects.toThrow('GitHub answered 422 ({"message": "Valid)');
  });

  it('of more than 10 MiB is not read, packed or not, and not asked for again', async () => {
    let requests = 0;
    const bomb = gzipSync(Buffer.alloc(11 * 1024 * 1024, ' '));
    const apiUrl = await serve((_, response) => {
      requests++;
      const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
      response.writeHead(200, headers).end(bomb);
    });
    await expect(read(apiUrl)).rejects.toThrow(/more than 10 MiB/);
    expect(requests).toBe(1);
  });
});

it('a GitHub Enterprise Server is asked below its path', async () => {
  const paths: (string | undefined)[] = [];
  const apiUrl = await serve((request, response) => {
    paths.push(request.url);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await read(`${apiUrl}/api/v3`);
  expect(paths).toEqual(['/api/v3/repos/octo/demo']);
});

describe('a read that was made before', () => {
  const issue = { issue_number: 1 };
  const route = 'GET /repos/{owner}/{repo}/issues/{issue_number}';

  it('is answered from memory while nothing has changed', async () => {
    const { github, loopback, repository } = await openStage();
    repository.openIssue({ by: 'octo', title: 'A bug' });
    const first = await github.request(route, issue);
    expect(await github.request(route, issue)).toEqual(first);
    expect(loopback.requests.map(({ status }) => status)).toEqual([200, 304]);
  });

  it('is read anew once something has', async () => {
    const { github, loopback, repository } = await openStage();
    const opened = repository.openIssue({ by: 'octo', title: 'A bug' });
    await github.request(route, issue);
    opened.title = 'Another bug';
    expect(await github.request(route, issue)).toMatchObject({ title: 'Another bug' });
    expect(loopback.requests.map(({ status }) => status)).toEqual([200, 200]);
  });

  it('is not mixed up with another page of the list', async () => {
    const { github, loopback, repository } = await openStage();
    repository.openIssue({ by: 'octo', title: 'A bug' });
    const list = 'GET /repos/{owner}/{repo}/issues/{issue_number}/comments';
    for (const page of [1, 2]) await github.request(list, { ...issue, page });
    expect(loopback.requests.map(({ status }) => status)).toEqual([200, 200]);
  });
});
