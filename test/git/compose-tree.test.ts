import { chmodSync, rmSync, symlinkSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ComposedTree } from '../../core/git/index.ts';
import { type Files, open, repositoryWith, write } from './fixture.ts';

describe('what a run changed, laid onto the base', () => {
  it('has the changes of the run and none of the set-up steps', async () => {
    const { composed, patch } = await compose(
      { app: 'app 1\n', lock: 'lock 1\n', gone: 'g\n', kept: 'k\n' },
      (folder) => write(folder, { lock: 'lock by set-up\n', 'generated/x': 'x\n' }),
      (folder) => {
        write(folder, { app: 'app 2\nmore\n', 'new/file': 'n\n' });
        rmSync(join(folder, 'gone'));
      },
    );
    expect(composed.changes).toEqual([
      change('app', 'M', { additions: 2, deletions: 1 }),
      change('gone', 'D', { newMode: '000000', deletions: 1 }),
      change('new/file', 'A', { oldMode: '000000', additions: 1 }),
    ]);
    expect(composed.alsoChangedBefore).toEqual([]);
    expect(patch).not.toContain('lock');
  });

  it('takes a file that both changed as it is in the end, and says so', async () => {
    const { composed, patch } = await compose(
      { lock: 'one\ntwo\n' },
      (folder) => write(folder, { lock: 'ONE\ntwo\n', cache: '1\n' }),
      (folder) => write(folder, { lock: 'ONE\nTWO\n', cache: '2\n', mine: 'm\n' }),
    );
    expect(composed.changes.map(({ path }) => path)).toEqual(['cache', 'lock', 'mine']);
    expect(composed.alsoChangedBefore).toEqual(['cache', 'lock']);
    expect(patch).toContain('-one\n-two\n+ONE\n+TWO\n');
  });

  it('brings a file back that set-up steps had deleted, and only then', async () => {
    const { composed, patch } = await compose(
      { a: 'a\n', b: 'b\n' },
      (folder) => {
        unlinkSync(join(folder, 'a'));
        unlinkSync(join(folder, 'b'));
      },
      (folder) => write(folder, { a: 'a again\n' }),
    );
    expect(composed.changes).toEqual([change('a', 'M', { additions: 1, deletions: 1 })]);
    expect(composed.alsoChangedBefore).toEqual(['a']);
    expect(patch).toContain('-a\n+a again\n');
  });

  it('drops a change that the run took back, and a file of set-up that the run deleted', async () => {
    const { composed } = await compose(
      { a: 'a\n' },
      (folder) => write(folder, { a: 'by set-up\n', temp: 't\n' }),
      (folder) => {
        write(folder, { a: 'a\n' });
        unlinkSync(join(folder, 'temp'));
      },
    );
    expect(composed).toMatchObject({ changes: [], alsoChangedBefore: [] });
  });

  it('keeps modes and links, and knows a changed type', async () => {
    const { composed } = await compose({ tool: 't\n', link: 'l\n' }, nothing, (folder) => {
      chmodSync(join(folder, 'tool'), 0o755);
      unlinkSync(join(folder, 'link'));
      symlinkSync('tool', join(folder, 'link'));
    });
    expect(composed.changes).toEqual([
      change('link', 'T', { newMode: '120000', additions: 1, deletions: 1 }),
      change('tool', 'M', { newMode: '100755' }),
    ]);
  });

  it('names what it had to remove when a folder took the place of a file', async () => {
    const { composed } = await compose(
      { place: 'file\n' },
      (folder) => unlinkSync(join(folder, 'place')),
      (folder) => write(folder, { 'place/inside': 'i\n' }),
    );
    expect(composed.changes.map(({ path, status }) => `${status} ${path}`)).toEqual([
      'D place',
      'A place/inside',
    ]);
    expect(composed.alsoChangedBefore).toEqual(['place']);
  });

  it('names files of a content filter, also when the run takes the filter away', async () => {
    const { composed } = await compose(
      { '.gitattributes': '*.key filter=git-crypt\n*.txt filter\n', 'a.key': 'k\n', 'b.txt': 'b\n' },
      nothing,
      (folder) =>
        write(folder, {
          '.gitattributes': '*.enc filter=x\n',
          'a.key': 'K\n',
          'b.txt': 'B\n',
          'c.enc': 'c\n',
        }),
    );
    expect(composed.filtered).toEqual(['a.key', 'c.enc']);
  });

  it('counts binary files as such', async () => {
    const { composed } = await compose({ a: 'text\n' }, nothing, (folder) =>
      write(folder, { 'b.png': Buffer.from([0x89, 0x50, 0, 1, 2]) }),
    );
    expect(composed.changes).toEqual([change('b.png', 'A', { oldMode: '000000', binary: true })]);
  });

  it('keeps names that are hard to quote', async () => {
    const names = ['new\nline', ':colon', '"quoted"', '1\t2\ttabs', 'ü企🐧'];
    const { composed } = await compose({ a: '1' }, nothing, (folder) =>
      write(folder, Object.fromEntries(names.map((name) => [name, 'x\n']))),
    );
    expect(composed.changes.map(({ path }) => path).sort()).toEqual(names.sort());
    expect(composed.changes.map(({ additions }) => additions)).toEqual([1, 1, 1, 1, 1]);
  });
});

const nothing = () => undefined;

function change(path: string, status: string, facts: object) {
  const plain = { oldMode: '100644', newMode: '100644', additions: 0, deletions: 0, binary: false };
  return { path, status, ...plain, ...facts };
}

type Step = (folder: string) => void;

async function compose(
  files: Files,
  setUp: Step,
  run: Step,
): Promise<{ composed: ComposedTree; patch: string }> {
  const folder = repositoryWith(files);
  const repository = await open(folder);
  const { sha: base } = await repository.head();
  setUp(folder);
  const before = await repository.snapshot();
  run(folder);
  const after = await repository.snapshot();
  const composed = await repository.composeTree({ base, before: before.tree, after: after.tree });
  const { text: patch } = await repository.diff({ from: base, to: composed.tree, maxBytes: 10_000 });
  return { composed, patch };
}
