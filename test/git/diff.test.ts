import { describe, expect, it } from 'vitest';
import { open, repositoryWith, write } from './fixture.ts';

describe('the patch between two trees', () => {
  it('is a unified diff with names as they are', async () => {
    const { text, truncated } = await diffOf({ 'ü.txt': 'one\n' }, { 'ü.txt': 'two\n' }, 10_000);
    expect(text).toMatch(/^diff --git a\/ü\.txt b\/ü\.txt\n(.*\n)*-one\n\+two\n$/);
    expect(truncated).toBe(false);
  });

  it('names binary files without their content', async () => {
    const { text } = await diffOf({ a: '1' }, { 'b.bin': Buffer.from([0, 1, 2]) }, 10_000);
    expect(text).toContain('Binary files /dev/null and b/b.bin differ');
  });

  it('is cut after a whole line, and says so', async () => {
    const long = Array.from({ length: 500 }, (_, line) => `line ${line} ü\n`).join('');
    const { text, truncated } = await diffOf({ a: '1\n' }, { a: long }, 1_000);
    expect(truncated).toBe(true);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(1_000);
    expect(text).toMatch(/\+line \d+ ü\n$/);
  });
});

async function diffOf(
  before: Record<string, string>,
  after: Record<string, string | Buffer>,
  maxBytes: number,
) {
  const folder = repositoryWith(before);
  const repository = await open(folder);
  const { tree: from } = await repository.snapshot();
  write(folder, after);
  const { tree: to } = await repository.snapshot();
  return await repository.diff({ from, to, maxBytes });
}
