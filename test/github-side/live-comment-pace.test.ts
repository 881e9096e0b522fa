import { describe, expect, it } from 'vitest';
import { createLiveComment } from '../../core/github/index.ts';
import { fakeClock } from '../support/clock.ts';
import { COMMENT_ID, memoryGitHub } from './memory-github.ts';
import { quietLog } from './quiet-log.ts';

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;

/** A live comment that has just been created, on an hour that passes at once. */
async function openComment(interval: () => number = () => 10 * SECOND) {
  const clock = fakeClock();
  const github = memoryGitHub();
  const log = quietLog();
  /** Seconds at which an edit was written. */
  const edits: number[] = [];
  let state = 0;
  github.before = async () => {
    edits.push(clock.monotonic() / SECOND);
  };
  const render = () => `state ${state}`;
  const live = createLiveComment({ github, clock, log, issueNumber: 1, marker: 'state', render, interval });
  await live.open();
  edits.length = 0;

  function change() {
    state++;
    live.touch();
  }
  /** Lets what was just asked for begin to wait, and time pass. */
  async function pass(ms: number) {
    await clock.advance(0);
    await clock.advance(ms);
  }
  /** Something happens every second. */
  async function busy(seconds: number) {
    for (let second = 0; second < seconds; second++) {
      change();
      await pass(SECOND);
    }
  }
  return { clock, live, edits, log, github, bodies: github.bodies, change, pass, busy };
}

describe('edits', () => {
  it('follow each other at once three times, then one an interval', async () => {
    const { edits, busy } = await openComment();
    await busy(45);
    expect(edits).toEqual([1, 2, 3, 11, 21, 31, 41]);
  });

  it('tell what happened within a second as one, with the last state', async () => {
    const { bodies, change, pass } = await openComment();
    for (let event = 0; event < 20; event++) change();
    await pass(HOUR);
    expect(bodies).toEqual(['state 0', 'state 20']);
  });

  it('show what is known when they are written, not when they were asked for', async () => {
    const { bodies, change, pass } = await openComment();
    change();
    await pass(0.9 * SECOND);
    change();
    await pass(0.1 * SECOND);
    expect(bodies).toEqual(['state 0', 'state 2']);
  });

  it('are not written when nothing has changed', async () => {
    const { live, bodies, pass } = await openComment();
    live.touch();
    await pass(HOUR);
    expect(bodies).toEqual(['state 0']);
  });

  it('are three again after a pause, and not more', async () => {
    const { edits, busy, pass } = await openComment();
    await busy(4);
    await pass(HOUR);
    edits.length = 0;
    await busy(8);
    const [first = 0] = edits;
    expect(edits.map((at) => at - first)).toEqual([0, 1, 2]);
  });

  it('come more rarely when more runs share the budget, after the one that waits already', async () => {
    let interval = 10 * SECOND;
    const { edits, busy } = await openComment(() => interval);
    await busy(12);
    interval = 36 * SECOND;
    await busy(100);
    expect(edits.slice(3)).toEqual([11, 21, 57, 93]);
  });

  it('come six times more rarely when few requests are left in the hour', async () => {
    const { edits, github, busy } = await openComment();
    github.scarce = true;
    await busy(130);
    expect(edits).toEqual([1, 2, 3, 61, 121]);
  });

  it('that fail are told, and the next one goes through', async () => {
    const { bodies, log, github, change, pass } = await openComment();
    github.before = async () => {
      throw new Error('GitHub is away');
    };
    change();
    await pass(SECOND);
    expect(log.lines).toEqual(['the live comment could not be edited: Error: GitHub is away']);
    github.before = async () => undefined;
    change();
    await pass(SECOND);
    expect(bodies).toEqual(['state 0', 'state 2']);
  });

  it('are at most 450 in an hour of ten events a second', async () => {
    const { clock, live, edits, bodies, change } = await openComment();
    for (let event = 0; event < 36_000; event++) {
      change();
      await clock.advance(100);
    }
    await live.finish();
    expect(bodies.length).toBeGreaterThan(300);
    expect(bodies.length).toBeLessThanOrEqual(450);
    expect(bodies.at(-1)).toBe('state 36000');
    const gaps = edits.slice(4, -1).map((at, index) => Math.round(at - (edits[index + 3] ?? 0)));
    expect(Math.min(...gaps)).toBe(10);
  });
});

describe('the last state', () => {
  it('is written at once, whatever the budget', async () => {
    const { live, bodies, busy, change } = await openComment();
    await busy(5);
    change();
    expect(await live.finish()).toBe(COMMENT_ID);
    expect(bodies.at(-1)).toBe('state 6');
  });

  it('is not written twice', async () => {
    const { live, bodies, busy } = await openComment();
    await busy(1);
    await live.finish();
    expect(bodies).toEqual(['state 0', 'state 1']);
  });

  it('is followed by nothing, and nothing waits any more', async () => {
    const { clock, live, bodies, change, pass } = await openComment();
    change();
    await live.finish();
    expect(clock.sleeping()).toBe(0);
    change();
    await pass(HOUR);
    expect(bodies).toEqual(['state 0', 'state 1']);
  });

  it('comes after an edit that is on its way, so that nothing older overwrites it', async () => {
    const { live, bodies, github, change, pass } = await openComment();
    const arrival = gate();
    github.before = (body) => (body === 'state 1' ? arrival.opened : Promise.resolve());
    change();
    await pass(SECOND);
    change();
    const finished = live.finish();
    await pass(0.2 * SECOND);
    arrival.open();
    await finished;
    expect(bodies).toEqual(['state 0', 'state 1', 'state 2']);
  });

  it('is written after three seconds though an edit hangs, which is given up', async () => {
    const { clock, live, bodies, github, log, change, pass } = await openComment();
    github.before = (body) => (body === 'state 1' ? gate().opened : Promise.resolve());
    change();
    await pass(SECOND);
    change();
    const finished = live.finish();
    await pass(2.9 * SECOND);
    expect(bodies).toEqual(['state 0']);
    await pass(0.1 * SECOND);
    expect(await finished).toBe(COMMENT_ID);
    expect(bodies).toEqual(['state 0', 'state 2']);
    expect(github.pending()).toBe(0);
    expect(log.lines).toEqual([]);
    expect(clock.sleeping()).toBe(0);
  });
});

function gate() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}
