import { describe, expect, it } from 'vitest';
import { createLiveComment } from '../../core/github/index.ts';
import { until } from '../environment/until.ts';
import { jsonAnswer } from '../github/wire.ts';
import { fakeClock } from '../support/clock.ts';
import { quietLog } from './quiet-log.ts';
import { openStage } from './stage.ts';

const MARKER = '<!-- penguin:session:s1 -->';
const BROKEN = jsonAnswer(502, { message: 'Server Error' });
const CREATION = { operation: 'issues/create-comment' } as const;

async function openThread() {
  const stage = await openStage();
  const { comments } = stage.repository.openIssue({ by: 'octo', title: 'A bug' });
  const clock = fakeClock();
  const log = quietLog();
  let state = 0;
  const live = createLiveComment({
    github: stage.github,
    clock,
    log,
    issueNumber: 1,
    marker: MARKER,
    render: () => `${MARKER}\nstate ${state}`,
    interval: () => 10_000,
  });
  return {
    ...stage,
    comments,
    clock,
    log,
    live,
    change() {
      state++;
      live.touch();
    },
    bodies: () => comments.map(({ body }) => body.replace(`${MARKER}\n`, '')),
  };
}

describe('a live comment', () => {
  it('is created once and edited from then on', async () => {
    const { live, comments, bodies, change } = await openThread();
    const id = await live.open();
    expect(await live.open()).toBe(id);
    change();
    expect(await live.finish()).toBe(id);
    expect(comments.map((comment) => comment.id)).toEqual([id]);
    expect(bodies()).toEqual(['state 1']);
  });

  it('that an earlier phase made is taken up', async () => {
    const { live, repository, bodies, loopback } = await openThread();
    const { id } = repository.comment(1, { by: 'github-actions[bot]', body: 'half a story' });
    expect(await live.open(id)).toBe(id);
    await live.finish();
    expect(bodies()).toEqual(['state 0']);
    expect(loopback.requests.map(({ method }) => method)).toEqual(['PATCH']);
  });

  it('is edited only after it has been created', async () => {
    const { live, bodies, loopback, clock, change } = await openThread();
    const hold = loopback.hold(CREATION);
    const opened = live.open();
    await hold.reached;
    change();
    await clock.advance(60_000);
    expect(loopback.requests).toHaveLength(1);
    hold.release();
    await opened;
    await until(() => clock.sleeping() === 1);
    await clock.advance(1_000);
    await until(() => bodies()[0] === 'state 1');
  });
});

describe('a creation whose answer is lost', () => {
  it.each([
    ['502', BROKEN],
    ['a cut connection', 'hang-up'],
  ] as const)(
    'to %s after its effect finds its comment again, and makes no second one',
    async (_, outcome) => {
      const { live, loopback, comments, bodies, log, change } = await openThread();
      loopback.intercept({ ...CREATION, times: 1 }, async (_request, proceed) => {
        await proceed();
        return outcome;
      });
      expect(await live.open()).toBe(comments[0]?.id);
      change();
      await live.finish();
      expect(bodies()).toEqual(['state 1']);
      expect(log.lines).toEqual([]);
    },
  );

  it('is made anew when it had no effect', async () => {
    const { live, loopback, comments, bodies } = await openThread();
    loopback.intercept({ ...CREATION, times: 1 }, async () => BROKEN);
    expect(await live.open()).toBe(comments[0]?.id);
    expect(bodies()).toEqual(['state 0']);
  });

  it('does not take the comment of a person who wrote the marker', async () => {
    const { live, loopback, repository, comments, bodies } = await openThread();
    repository.comment(1, { by: 'mallory', body: `${MARKER}\nmine` });
    loopback.intercept({ ...CREATION, times: 1 }, async () => BROKEN);
    expect(await live.open()).toBe(comments[1]?.id);
    await live.finish();
    expect(bodies()).toEqual(['mine', 'state 0']);
  });

  it('is not made anew while nobody knows whether it had an effect', async () => {
    const { live, loopback, comments, log } = await openThread();
    loopback.intercept(CREATION, async (_, proceed) => {
      await proceed();
      return BROKEN;
    });
    loopback.intercept({ operation: 'issues/list-comments' }, async () => BROKEN);
    expect(await live.open()).toBeUndefined();
    expect(comments).toHaveLength(1);
    expect(log.lines).toEqual([expect.stringContaining('no live comment: ')]);
  });
});

describe('a creation that GitHub refuses', () => {
  it('is told once, and everything goes on without', async () => {
    const { live, loopback, clock, comments, log, change } = await openThread();
    loopback.intercept(CREATION, async () => jsonAnswer(403, { message: 'Locked' }));
    expect(await live.open()).toBeUndefined();
    for (let event = 0; event < 5; event++) {
      change();
      await clock.advance(0);
      await clock.advance(60_000);
    }
    expect(await live.finish()).toBeUndefined();
    expect(comments).toEqual([]);
    expect(loopback.requests).toHaveLength(1);
    expect(log.lines).toEqual([expect.stringMatching(/^no live comment: .*403 \(Locked\)/)]);
  });
});
