/** A run that is cancelled has a few seconds left: nothing may take them all. */
import { describe, expect, it } from 'vitest';
import { until } from '../environment/until.ts';
import { jsonAnswer } from '../github/wire.ts';
import { fakeClock } from '../support/clock.ts';
import { openStage } from './stage.ts';

async function openRun() {
  const stage = await openStage();
  const clock = fakeClock();
  const cancel = new AbortController();
  const github = stage.as({ clock, signal: cancel.signal });
  const read = () => github.request('GET /repos/{owner}/{repo}', {}).catch((error: unknown) => error);
  return { ...stage, clock, cancel, read };
}

describe('once a run is cancelled', () => {
  it('an answer that is waited for has two seconds more, and one repetition', async () => {
    const { loopback, clock, cancel, read } = await openRun();
    loopback.intercept({ operation: 'repos/get' }, () => new Promise(() => undefined));
    const failed = read();
    await until(() => loopback.requests.length === 1);
    await clock.advance(5_000);
    cancel.abort();
    for (const wait of [2_000, 500, 2_000]) {
      await until(() => clock.sleeping() === 1);
      await clock.advance(wait);
    }
    expect(await failed).toMatchObject({ status: 0, answer: 'nothing within 2 s' });
    expect(loopback.requests).toHaveLength(2);
    expect(clock.sleeping()).toBe(0);
  });

  it('a limit is not waited for', async () => {
    const { loopback, clock, cancel, log, read } = await openRun();
    const limit = jsonAnswer(429, { message: 'secondary rate limit' }, { 'retry-after': '60' });
    loopback.intercept({ operation: 'repos/get' }, async () => limit);
    const failed = read();
    await until(() => log.lines.length === 1);
    cancel.abort();
    expect(await failed).toMatchObject({ status: 429 });
    expect(clock.sleeping()).toBe(0);
  });
});
