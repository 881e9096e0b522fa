import { describe, expect, it } from 'vitest';
import { transferAgain } from '../../core/git/transfer-again.ts';
import { hastyClock } from '../support/hasty-clock.ts';

const LOST = { kind: 'unreachable' } as const;
const DONE = { kind: 'pushed' } as const;

function transfers(...results: { kind: string }[]) {
  const left = [...results];
  return { left, transfer: async () => left.shift() ?? DONE };
}

describe('a transfer', () => {
  it('that does not get through is made again after two, ten and sixty seconds', async () => {
    const clock = hastyClock();
    const { transfer } = transfers(LOST, LOST, LOST, DONE);
    expect(await transferAgain(clock, undefined, transfer)).toEqual(DONE);
    expect(clock.pauses).toEqual([2_000, 10_000, 60_000]);
  });

  it('is made four times at most', async () => {
    const { left, transfer } = transfers(LOST, LOST, LOST, LOST, DONE);
    expect(await transferAgain(hastyClock(), undefined, transfer)).toEqual(LOST);
    expect(left).toEqual([DONE]);
  });

  it('that is refused is not made again', async () => {
    const refused = { kind: 'rejected' };
    const { left, transfer } = transfers(refused, DONE);
    expect(await transferAgain(hastyClock(), undefined, transfer)).toEqual(refused);
    expect(left).toEqual([DONE]);
  });

  it('is not made again once it is aborted', async () => {
    const abort = new AbortController();
    const { left, transfer } = transfers(LOST, DONE);
    const stopped = async () => {
      abort.abort();
      return transfer();
    };
    expect(await transferAgain(hastyClock(), abort.signal, stopped)).toEqual(LOST);
    expect(left).toEqual([DONE]);
  });

  it('that took long to be lost is not made again', async () => {
    const clock = hastyClock();
    const { left, transfer } = transfers(LOST, DONE);
    const slow = async () => {
      await clock.sleep(901_000);
      return transfer();
    };
    expect(await transferAgain(clock, undefined, slow)).toEqual(LOST);
    expect(left).toEqual([DONE]);
  });
});
