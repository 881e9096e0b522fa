import { mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Repository } from '../../core/git/index.ts';
import { tempDir } from '../support/temp.ts';
import { type Files, open, repositoryWith, write } from './fixture.ts';

const LINES = 'one\ntwo\nthree\nfour\nfive\n';

describe('replaying changes on another tree', () => {
  it('joins what does not touch', async () => {
    const { repository, folder, tree } = await start({ a: LINES, b: 'b\n' });
    const base = await tree({});
    const ours = await tree({ a: LINES.replace('one', 'ONE') });
    const theirs = await tree({ a: LINES.replace('five', 'FIVE'), b: 'B\n' });
    const wanted = await tree({ a: LINES.replace('one', 'ONE').replace('five', 'FIVE'), b: 'B\n' });
    expect(await repository.replay({ base, ours, theirs })).toEqual({ kind: 'clean', tree: wanted });
    expect(repository.top).toBe(folder);
  });

  it('names the paths in conflict', async () => {
    const { repository, tree } = await start({ a: LINES, 'ü\n': 'b\n', c: 'c\n' });
    const base = await tree({});
    const ours = await tree({ a: 'ours\n', 'ü\n': 'ours\n', c: 'both\n' });
    const theirs = await tree({ a: 'theirs\n', 'ü\n': 'theirs\n', c: 'both\n' });
    expect(await repository.replay({ base, ours, theirs })).toEqual({
      kind: 'conflict',
      paths: ['a', 'ü\n'],
    });
  });

  it('says what to install when git is too old for it', async () => {
    const folder = repositoryWith({ a: '1' });
    const bin = join(tempDir(), 'bin');
    mkdirSync(bin);
    const old =
      '#!/bin/sh\n[ "$1" = version ] && { echo "git version 2.34.1"; exit; }\nPATH=$(echo "$PATH" | cut -d: -f2-)\nexec git "$@"\n';
    writeFileSync(join(bin, 'git'), old, { mode: 0o755 });
    const repository = await open(folder, { path: [bin, process.env.PATH].join(delimiter) });
    const { tree } = await repository.snapshot();
    expect(await repository.replay({ base: tree, ours: tree, theirs: tree })).toEqual({
      kind: 'unsupported',
      message: 'git 2.34 cannot merge trees: install git 2.38 or newer.',
    });
  });
});

async function start(files: Files): Promise<{
  repository: Repository;
  folder: string;
  tree: (changed: Files) => Promise<string>;
}> {
  const folder = repositoryWith(files);
  const repository = await open(folder);
  const tree = async (changed: Files) => {
    write(folder, { ...files, ...changed });
    return (await repository.snapshot()).tree;
  };
  return { repository, folder, tree };
}
