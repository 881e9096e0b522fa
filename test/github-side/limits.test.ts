/** What the client does when GitHub says: not so fast. */
import { describe, expect, it } from 'vitest';
import { GitHubError } from '../../core/github/index.ts';
import { until } from '../environment/until.ts';
import { jsonAnswer } from '../github/wire.ts';
import { fakeClock } from '../support/clock.ts';
import { openStage } from './stage.ts';

const MINUTE = 60_000;
const SECONDARY = 'You have exceeded a secondary rate limit.';

type Headers = Record<string, string>;

const limited = (status: number, headers: Headers = {}) =>
  jsonAnswer(status, { message: SECONDARY }, headers);

async function withLimit(times: number, status: number, headers?: Headers) {
  const stage = await openStage();
  const answer = async () => limited(status, headers);
  const { taken } = stage.loopback.intercept({ operation: 'repos/get', times }, answer);
  return { ...stage, taken, read: () => stage.github.request('GET /repos/{owner}/{repo}', {}) };
}

describe('a limit', () => {
  it.each([403, 429])('of %i with a Retry-After is waited for, and said once', async (status) => {
    const { read, clock, log } = await withLimit(1, status, { 'retry-after': '37' });
    expect(await read()).toMatchObject({ full_name: 'octo/demo' });
    expect(clock.pauses).toEqual([37_000]);
    expect(log.lines).toEqual(['GitHub asks to wait 37 s']);
  });

  it.each([403, 429])('of %i that names no time is waited for a minute, then two', async (status) => {
    const { read, clock } = await withLimit(1, status);
    await read();
    expect(clock.pauses).toEqual([MINUTE]);
  });

  it('grows twice as long each time it names none, and is waited for three times', async () => {
    const { taken, as, log } = await withLimit(Infinity, 429);
    const clock = fakeClock();
    const failed = as({ clock })
      .request('GET /repos/{owner}/{repo}', {})
      .catch((error: unknown) => error);
    for (const [requests, wait] of [
      [1, MINUTE],
      [2, 2 * MINUTE],
      [3, 4 * MINUTE],
    ] as const) {
      await until(() => log.lines.length === requests);
      await clock.advance(wait);
    }
    expect(await failed).toMatchObject({ status: 429, answer: SECONDARY });
    expect(taken).toHaveLength(4);
  });

  it('holds up every other request too', async () => {
    const { loopback, as, log, repository } = await openStage();
    repository.openIssue({ by: 'octo', title: 'A bug' });
    const clock = fakeClock();
    const github = as({ clock });
    loopback.intercept({ operation: 'repos/get', times: 1 }, async () =>
      limited(403, { 'retry-after': '9' }),
    );
    const first = github.request('GET /repos/{owner}/{repo}', {});
    await until(() => log.lines.length === 1);
    const second = github.request('GET /repos/{owner}/{repo}/issues/{issue_number}', { issue_number: 1 });
    await until(() => clock.sleeping() === 2);
    expect(loopback.requests).toHaveLength(1);
    await clock.advance(9_000);
    await Promise.all([first, second]);
    expect(loopback.requests).toHaveLength(3);
  });

  it('lets a creation go again, since it had no effect', async () => {
    const { loopback, github, repository } = await openStage();
    const { comments } = repository.openIssue({ by: 'octo', title: 'A bug' });
    loopback.intercept({ method: 'POST', times: 1 }, async () => limited(403, { 'retry-after': '1' }));
    const route = 'POST /repos/{owner}/{repo}/issues/{issue_number}/comments';
    const nobody = { read: () => 1, ifLost: () => Promise.reject(new Error('it was not lost')) };
    await github.create(route, { issue_number: 1, body: 'x' }, nobody);
    expect(comments).toHaveLength(1);
  });

  it('is no limit when the token may not do it', async () => {
    const { loopback, github, clock } = await openStage();
    loopback.intercept({ operation: 'repos/get' }, async () => jsonAnswer(403, { message: 'Forbidden' }));
    await expect(github.request('GET /repos/{owner}/{repo}', {})).rejects.toBeInstanceOf(GitHubError);
    expect(clock.pauses).toEqual([]);
  });
});

describe('a budget that is used up', () => {
  const used = (seconds: number, now = '2026-11-30T12:00:00Z') => ({
    date: new Date(now).toUTCString(),
    'x-ratelimit-remaining': '0',
    'x-ratelimit-reset': String(Date.parse(now) / 1_000 + seconds),
  });

  it('is waited for until it is filled, by the clock of GitHub', async () => {
    const { read, clock } = await withLimit(1, 403, used(300, '2031-01-01T00:00:00Z'));
    await read();
    expect(clock.pauses).toEqual([301_000]);
  });

  it('is not waited for when that is longer than a run waits, and the error says how long', async () => {
    const { read, clock } = await withLimit(Infinity, 403, used(3_000));
    await expect(read()).rejects.toThrow(/403 .*asks to wait 51 minutes, longer than a run waits/);
    expect(clock.pauses).toEqual([]);
  });

  it('is noticed before GitHub refuses', async () => {
    const { loopback, github, clock } = await openStage();
    loopback.intercept({ operation: 'repos/get', times: 1 }, async (_, proceed) => {
      const answer = await proceed();
      return answer === 'hang-up' ? answer : { ...answer, headers: { ...answer.headers, ...used(120) } };
    });
    await github.request('GET /repos/{owner}/{repo}', {});
    await github.request('GET /repos/{owner}/{repo}', {});
    expect(clock.pauses).toEqual([121_000]);
  });

  it.each([
    [199, true],
    [200, false],
  ])('with %i requests left is scarce: %s', async (left, scarce) => {
    const { loopback, github } = await openStage();
    loopback.intercept({ operation: 'repos/get' }, async () =>
      jsonAnswer(200, {}, { 'x-ratelimit-remaining': String(left) }),
    );
    expect(github.isScarce()).toBe(false);
    await github.request('GET /repos/{owner}/{repo}', {});
    expect(github.isScarce()).toBe(scarce);
  });
});
