import { describe, expect, it } from 'vitest';
import { coalesce } from '../../core/trace/coalesce.ts';

describe('sharing a costly act', () => {
  it('serves everybody who asks during a run with one run that starts after they asked', async () => {
    const gates: (() => void)[] = [];
    const run = coalesce(() => new Promise((resolve) => gates.push(resolve)));

    const early = [run(), run()];
    await settle();
    expect(gates).toHaveLength(1);

    const late = [run(), run(), run()];
    await settle();
    expect(gates).toHaveLength(1);
    gates[0]?.();
    await Promise.all(early);
    await settle();
    expect(gates).toHaveLength(2);
    gates[1]?.();
    await Promise.all(late);
  });

  it('tells a failure to those whom the run served, and tries again for the next', async () => {
    const outcomes = [Promise.reject(new Error('disk')), Promise.resolve()];
    const run = coalesce(() => outcomes.shift() ?? Promise.resolve());
    const failed = run();
    await expect(failed).rejects.toThrow('disk');
    await expect(run()).resolves.toBeUndefined();
  });
});

function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
