import { describe, expect, it } from 'vitest';
import { defaultBranchFile } from '../../core/github/index.ts';
import { jsonAnswer } from '../github/wire.ts';
import { openStage } from './stage.ts';

const PATH = '.github/penguin.yml';

/** A stage whose default branch holds these entries at `PATH`'s folder or elsewhere. */
async function stageWith(entries: { path: string; content: string; mode?: string }[]) {
  const stage = await openStage();
  const { github } = stage;
  const main = await github.request('GET /repos/{owner}/{repo}/git/ref/{ref}', { ref: 'heads/main' });
  const blobs = entries.map(({ path, content, mode = '100644' }) => ({
    path,
    content,
    mode: mode as '100644',
    type: 'blob' as const,
  }));
  const once = { read: ({ sha }: { sha: string }) => sha, ifLost: 'repeat' } as const;
  const tree = await github.create('POST /repos/{owner}/{repo}/git/trees', { tree: blobs }, once);
  const commit = { message: 'files', tree, parents: [main.object.sha] };
  const sha = await github.create('POST /repos/{owner}/{repo}/git/commits', commit, once);
  await github.request('PATCH /repos/{owner}/{repo}/git/refs/{ref}', { ref: 'heads/main', sha });
  return { ...stage, read: (path = PATH, maxBytes = 100) => defaultBranchFile(github)(path, maxBytes) };
}

const bytes = (text: string) => ({ kind: 'file', bytes: Buffer.from(text) });

describe('a file of the default branch', () => {
  it('is read as it is, byte for byte', async () => {
    const { read } = await stageWith([
      { path: PATH, content: 'größe: 1\n' },
      { path: 'penguin.yml', content: 'at the root' },
      { path: 'a/b/c.yml', content: 'deep' },
    ]);
    expect(await read()).toEqual(bytes('größe: 1\n'));
    expect(await read('penguin.yml')).toEqual(bytes('at the root'));
    expect(await read('a/b/c.yml')).toEqual(bytes('deep'));
  });

  it('is missing where nothing of that very name stands', async () => {
    const { read } = await stageWith([{ path: '.github/Penguin.yml', content: 'other' }]);
    expect(await read()).toEqual({ kind: 'missing' });
    expect(await read('nowhere/penguin.yml')).toEqual({ kind: 'missing' });
    expect(await read('.github/Penguin.yml/x')).toEqual({ kind: 'missing' });
  });

  const linked = [
    { path: PATH, content: '../secret.yml', mode: '120000' },
    { path: 'secret.yml', content: 'followed' },
    { path: 'linked', content: '.github', mode: '120000' },
  ];

  it('is never what a link points to', async () => {
    const { read } = await stageWith(linked);
    expect(await read()).toEqual(bytes('../secret.yml'));
  });

  it('is no link where GitHub calls it one', async () => {
    const { read, loopback } = await stageWith(linked);
    loopback.intercept({ operation: 'repos/get-content' }, async (_, proceed) => {
      const answer = await proceed();
      if (answer === 'hang-up') return answer;
      const listed: object[] = JSON.parse(String(answer.body));
      return jsonAnswer(
        200,
        listed.map((entry) => ({ ...entry, type: 'symlink' })),
      );
    });
    expect(await read()).toEqual({ kind: 'unusable', reason: 'a symbolic link' });
  });

  it('does not stand behind a link', async () => {
    const { read } = await stageWith(linked);
    expect(await read('linked/penguin.yml')).toEqual({ kind: 'unusable', reason: 'behind a symbolic link' });
  });

  it('is not a folder', async () => {
    const { read } = await stageWith([{ path: `${PATH}/x`, content: 'x' }]);
    expect(await read()).toEqual({ kind: 'unusable', reason: 'a folder' });
  });

  it('larger than what is wanted is not fetched', async () => {
    const { read, loopback } = await stageWith([{ path: PATH, content: 'x'.repeat(101) }]);
    const before = loopback.requests.length;
    expect(await read()).toEqual({ kind: 'unusable', reason: '101 bytes long' });
    expect(await read(PATH, 101)).toEqual(bytes('x'.repeat(101)));
    expect(loopback.requests.slice(before).map(({ operation }) => operation)).toEqual([
      'repos/get-content',
      'repos/get-content',
      'git/get-blob',
    ]);
  });

  it('in a folder that GitHub does not list whole is not taken for missing', async () => {
    const { read, loopback } = await stageWith([{ path: PATH, content: 'x' }]);
    loopback.intercept({ operation: 'repos/get-content' }, async (_, proceed) => {
      const answer = await proceed();
      if (answer === 'hang-up') return answer;
      const [entry]: object[] = JSON.parse(String(answer.body));
      return jsonAnswer(
        200,
        Array.from({ length: 1_000 }, (_, at) => ({ ...entry, name: `${at}.yml` })),
      );
    });
    expect(await read()).toMatchObject({
      kind: 'unusable',
      reason: expect.stringContaining('does not list whole'),
    });
    expect(await read('.github/7.yml')).toEqual(bytes('x'));
  });

  it('that GitHub refuses is an error, not a missing one', async () => {
    const { read, loopback } = await stageWith([{ path: PATH, content: 'x' }]);
    loopback.intercept({ operation: 'repos/get-content' }, async () =>
      jsonAnswer(403, { message: 'Resource not accessible by integration' }),
    );
    await expect(read()).rejects.toThrow(/403/);
  });
});
