import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { PushRequest, Repository } from '../../core/git/index.ts';
import { tempDir } from '../support/temp.ts';
import { commitAll, git, open, PERSON, repositoryWith, write } from './fixture.ts';

const REF = 'refs/heads/penguin/1-fix';

describe('pushing a commit', () => {
  it('makes a branch, with the commit as it was asked for', async () => {
    const { repository, url, next } = await start();
    const sha = await next('made by the run\n\nbody', 'one');
    expect(await repository.push({ url, ref: REF, sha, expect: 'absent' })).toEqual({ kind: 'pushed' });
    expect(git(url, 'log', '-1', '--format=%H|%an|%ae|%cn|%aI|%cI|%B', REF)).toBe(
      `${sha}|Ann|ann@example.org|Robot|2026-11-30T12:00:00+00:00|2026-11-30T12:00:00+00:00|made by the run\n\nbody`,
    );
  });

  it('is content when the branch is there already with this commit', async () => {
    const { repository, url, next } = await start();
    const request = { url, ref: REF, sha: await next('m', 'one'), expect: 'absent' };
    await repository.push(request);
    expect(await repository.push(request)).toEqual({ kind: 'pushed' });
  });

  it('does not take over a branch that was to be new, even one that it could move forward', async () => {
    const { repository, url, base, next } = await start();
    git(url, 'update-ref', REF, base);
    const result = await repository.push({ url, ref: REF, sha: await next('m', 'one'), expect: 'absent' });
    expect(result).toMatchObject({ kind: 'rejected', reason: 'exists' });
    expect(git(url, 'rev-parse', REF)).toBe(base);
  });

  it('moves a branch forward from the commit that it expects', async () => {
    const { repository, url, base, next } = await start();
    git(url, 'update-ref', REF, base);
    const sha = await next('m', 'one');
    expect(await repository.push({ url, ref: REF, sha, expect: base })).toEqual({ kind: 'pushed' });
    expect(git(url, 'rev-parse', REF)).toBe(sha);
  });

  it('does not move a branch that moved, was reset or is gone in the meantime', async () => {
    const { repository, url, base, next } = await start();
    const first = await next('first', 'one');
    await repository.push({ url, ref: 'refs/heads/first', sha: first });
    const second = await next('second', 'two', first);
    for (const now of [base, undefined]) {
      if (now === undefined) git(url, 'update-ref', '-d', REF);
      else git(url, 'update-ref', REF, now);
      const result = await repository.push({ url, ref: REF, sha: second, expect: first });
      expect(result).toMatchObject({ kind: 'rejected', reason: 'non_fast_forward' });
      expect(git(url, 'for-each-ref', '--format=%(objectname)', REF)).toBe(now ?? '');
    }
  });

  it('never moves a branch sideways, whatever it expects', async () => {
    const { repository, url, next } = await start();
    const theirs = await next('theirs', 'one');
    await repository.push({ url, ref: REF, sha: theirs });
    const ours = await next('ours', 'two');
    for (const request of [{ expect: theirs }, {}, { expect: 'f'.repeat(40) }]) {
      const result = await repository.push({ url, ref: REF, sha: ours, ...request });
      expect(result).toMatchObject({ kind: 'rejected', reason: 'non_fast_forward' });
    }
    expect(git(url, 'rev-parse', REF)).toBe(theirs);
  });

  it('works from a shallow clone', async () => {
    const origin = repositoryWith({ a: '1' });
    for (const round of ['2', '3']) {
      write(origin, { a: round });
      commitAll(origin, round);
    }
    const { url, folder } = withRemote(origin);
    git(origin, 'clone', '-q', '--depth', '1', `file://${url}`, folder);
    const repository = await open(folder);
    const sha = await committer(repository, folder)('m', 'one');
    expect(await repository.push({ url, ref: REF, sha, expect: 'absent' })).toEqual({ kind: 'pushed' });
    expect(git(url, 'rev-list', '--count', REF)).toBe('4');
  });

  it('tells what the other side said when it refuses', async () => {
    const { repository, url, next } = await start();
    const hook = join(url, 'hooks', 'pre-receive');
    writeFileSync(
      hook,
      '#!/bin/sh\necho "error: GH006: Protected branch update failed for refs/heads/main."\nexit 1\n',
    );
    chmodSync(hook, 0o755);
    expect(await repository.push({ url, ref: REF, sha: await next('m', 'one') })).toEqual({
      kind: 'rejected',
      reason: 'protected',
      message: expect.stringMatching(/pre-receive hook declined.*\n.*GH006: Protected branch/),
    });
  });

  it('tells that nobody is there', async () => {
    const { repository, next } = await start();
    const sha = await next('m', 'one');
    const url = join(tempDir(), 'nowhere.git');
    expect(await repository.push({ url, ref: REF, sha })).toEqual({
      kind: 'unreachable',
      message: expect.stringContaining('nowhere.git'),
    });
  });

  it('refuses what could be an option, a program, a force or a leak', async () => {
    const repository = await open(repositoryWith({ a: '1' }));
    const { sha } = await repository.head();
    for (const [wrong, complaint] of REFUSED) {
      const failure = repository.push({ url: 'https://github.com/o/r', ref: REF, sha, ...wrong });
      await expect(failure, complaint).rejects.toThrow(complaint);
      await expect(failure).rejects.not.toThrow('secret');
    }
  });
});

const REFUSED: [Partial<PushRequest>, string][] = [
  [{ ref: 'main' }, 'is no ref'],
  [{ ref: '--mirror' }, 'is no ref'],
  [{ ref: 'refs/heads/a..b' }, 'is no ref'],
  [{ ref: 'refs/heads/a:refs/heads/b' }, 'is no ref'],
  [{ sha: 'HEAD' }, 'is no commit id'],
  [{ sha: `+${'a'.repeat(40)}` }, 'is no commit id'],
  [{ expect: '--force' }, 'is no commit id'],
  [{ url: 'ext::sh -c id' }, 'https:// URL is needed'],
  [{ url: '--receive-pack=id' }, 'https:// URL is needed'],
  [{ url: 'ssh://github.com/o/r' }, 'git may not use ssh:'],
  [{ url: 'http://github.com/o/r' }, 'git may not use http:'],
  [{ url: 'https://x:secret@github.com/o/r' }, 'must not hold credentials'],
];

/** A clone of a bare repository, and a way to make commits in it. */
async function start() {
  const { url, folder } = withRemote(repositoryWith({ a: '1' }));
  git(url, 'clone', '-q', url, folder);
  const repository = await open(folder);
  const { sha: base } = await repository.head();
  return { repository, url, base, next: committer(repository, folder) };
}

function withRemote(origin: string): { url: string; folder: string } {
  const home = tempDir();
  const url = join(home, 'remote.git');
  git(origin, 'clone', '-q', '--bare', origin, url);
  return { url, folder: join(home, 'work') };
}

function committer(repository: Repository, folder: string) {
  return async (message: string, content: string, parent?: string): Promise<string> => {
    write(folder, { b: content });
    const { tree } = await repository.snapshot();
    const { sha } = await repository.head();
    const committer = { name: 'Robot', email: 'robot@example.org' };
    const date = new Date('2026-11-30T12:00:00Z');
    return await repository.commit({
      tree,
      parents: [parent ?? sha],
      message,
      author: PERSON,
      committer,
      date,
    });
  };
}
