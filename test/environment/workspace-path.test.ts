import { execFileSync } from 'node:child_process';
import { linkSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createWorkspace, type Workspace } from '../../core/environment/workspace-path.ts';
import { tempDir } from '../support/temp.ts';

const SECRET = 'secret of the outside';

/** `root` with a file, a `.git` and links; a sibling that begins with the same letters, and a file outside. */
function ground(): { workspace: Workspace; root: string; outside: string } {
  const base = tempDir();
  const root = join(base, 'root');
  const outside = join(base, 'root-evil');
  for (const folder of [root, outside, join(root, 'src'), join(root, '.git')]) mkdirSync(folder);
  writeFileSync(join(root, 'src', 'a.txt'), 'inside');
  writeFileSync(join(root, '.git', 'config'), 'token');
  writeFileSync(join(outside, 'secret.txt'), SECRET);
  symlinkSync(outside, join(root, 'out'));
  symlinkSync(join(outside, 'secret.txt'), join(root, 'out.txt'));
  symlinkSync('src/a.txt', join(root, 'in.txt'));
  symlinkSync('.git', join(root, 'history'));
  symlinkSync('nowhere', join(root, 'dangling'));
  symlinkSync('loop', join(root, 'loop'));
  return { workspace: createWorkspace(root, []), root, outside };
}

async function readText(workspace: Workspace, path: string): Promise<string> {
  const file = await workspace.open(path, 'file');
  try {
    return await file.handle.readFile('utf8');
  } finally {
    await file.handle.close();
  }
}

async function openedForWriting(workspace: Workspace, path: string): Promise<string> {
  const target = await workspace.openTarget(path, 'any');
  await target.folder.handle.close();
  return target.path;
}

const REFUSED_FOR_ALL: [string, RegExp][] = [
  ['', /empty/],
  ['a\0b', /NUL/],
  ['a'.repeat(5_000), /longer than 4096/],
  ['~/x', /not expanded/],
  ['..', /outside the workspace/],
  ['../root-evil/secret.txt', /outside the workspace/],
  ['src/../../root-evil/secret.txt', /outside the workspace/],
  ['/etc/passwd', /outside the workspace/],
  ['/', /outside the workspace/],
  ['out/secret.txt', /outside the workspace/],
  ['out.txt', /outside the workspace/],
  ['/proc/self/environ', /no tool may use/],
  ['/proc/self/root/etc/passwd', /no tool may use/],
  ['/dev/fd/3', /no tool may use/],
  ['/dev/zero', /no tool may use/],
  ['/sys/kernel', /no tool may use/],
  ['.git/config', /inside \.git/],
  ['.GIT/config', /inside \.git/],
  ['.gi\u200bt/config', /inside \.git/],
  ['.git./config', /inside \.git/],
  ['.git /config', /inside \.git/],
  ['.ｇit/config', /inside \.git/],
  ['git~1/config', /inside \.git/],
  ['src/.git/hooks/pre-commit', /inside \.git/],
  ['history/config', /inside \.git/],
  ['loop', /ELOOP/],
];

const MISSING = [
  '%2e%2e/root-evil/secret.txt',
  '..\\root-evil\\secret.txt',
  'src/a.txt/b',
  '.../x',
  'src/a.txt.',
];

describe('a path that a model wrote', () => {
  it.each(REFUSED_FOR_ALL)('%j is refused for reading and for writing', async (path, complaint) => {
    const { workspace } = ground();
    await expect(workspace.open(path, 'either')).rejects.toThrow(complaint);
    await expect(workspace.openTarget(path, 'any')).rejects.toThrow(complaint);
  });

  it.each(MISSING)('%j is taken by its letters and does not exist', async (path) => {
    await expect(ground().workspace.open(path, 'file')).rejects.toThrow('does not exist');
  });

  it('may be relative, absolute, or a link that stays inside', async () => {
    const { workspace, root } = ground();
    for (const path of ['src/a.txt', './src//a.txt', 'src/../src/a.txt', join(root, 'src/a.txt'), 'in.txt']) {
      expect(await readText(workspace, path)).toBe('inside');
    }
  });

  it('may be absolute by another name of the workspace', async () => {
    const { root } = ground();
    const alias = join(dirname(root), 'alias');
    symlinkSync(root, alias);
    const workspace = createWorkspace(alias, []);
    expect(await readText(workspace, join(alias, 'src/a.txt'))).toBe('inside');
    expect(await readText(workspace, join(root, 'src/a.txt'))).toBe('inside');
  });

  it('is shown relative to the workspace with its links resolved', async () => {
    const file = await ground().workspace.open('in.txt', 'file');
    await file.handle.close();
    expect(file.path).toBe('src/a.txt');
  });

  it('may lie in another readable folder, but is not written there', async () => {
    const { root, outside } = ground();
    const workspace = createWorkspace(root, [outside]);
    expect(await readText(workspace, join(outside, 'secret.txt'))).toBe(SECRET);
    await expect(workspace.openTarget(join(outside, 'x'), 'any')).rejects.toThrow('outside the workspace');
  });

  it('names the deepest existing folder and near names when it does not exist', async () => {
    const { workspace } = ground();
    await expect(workspace.open('src/b.txt', 'file')).rejects.toThrow(
      'src/b.txt does not exist. The deepest existing folder on the way is src. Near names in it: a.txt.',
    );
    await expect(workspace.open('scr/a.txt', 'file')).rejects.toThrow(
      'The deepest existing folder on the way is .. Near names in it: src.',
    );
  });

  it('tells nothing of a folder outside through a link', async () => {
    await expect(ground().workspace.open('out/secret', 'file')).rejects.toThrow(
      /^out\/secret is outside the workspace/,
    );
  });
});

describe('what is opened', () => {
  it('is a file or a folder as it is wanted', async () => {
    const { workspace } = ground();
    await expect(workspace.open('src', 'file')).rejects.toThrow('src is a folder. Use glob');
    await expect(workspace.open('src/a.txt', 'folder')).rejects.toThrow('is not a folder');
  });

  it('is never a pipe or a socket, and the refusal does not wait for a writer', async () => {
    const { workspace, root } = ground();
    execFileSync('mkfifo', [join(root, 'pipe')]);
    const server = createServer().listen(join(root, 'socket'));
    onTestFinished(() => void server.close());
    await new Promise((resolve) => server.once('listening', resolve));
    for (const name of ['pipe', 'socket']) {
      await expect(workspace.open(name, 'file')).rejects.toThrow('a device, a pipe or a socket');
      await expect(workspace.openTarget(name, 'any')).rejects.toThrow('a device, a pipe or a socket');
    }
  });

  it('is never a device behind a link', async () => {
    const { workspace, root } = ground();
    for (const [name, device] of [
      ['zero', '/dev/zero'],
      ['environ', '/proc/self/environ'],
    ] as const) {
      symlinkSync(device, join(root, name));
      await expect(workspace.open(name, 'file')).rejects.toThrow('no tool may use');
    }
  });
});

describe('what is to be written', () => {
  it('is the file behind a link that stays inside', async () => {
    expect(await openedForWriting(ground().workspace, 'in.txt')).toBe('src/a.txt');
  });

  it('gets missing folders, one inside the other', async () => {
    const { workspace, root } = ground();
    expect(await openedForWriting(workspace, 'new/deep/file.txt')).toBe('new/deep/file.txt');
    expect(readdirSync(join(root, 'new/deep'))).toEqual([]);
  });

  it('leaves no folder behind when an existing file was wanted', async () => {
    const { workspace, root } = ground();
    await expect(workspace.openTarget('new/file.txt', 'existing')).rejects.toThrow('does not exist');
    expect(readdirSync(root)).not.toContain('new');
  });

  it.each([
    ['dangling', 'a link that leads nowhere'],
    ['src', 'is a folder'],
    ['.', 'is the workspace itself'],
    ['src/a.txt/b', 'is no folder'],
  ])('is not %j', async (path, complaint) => {
    await expect(ground().workspace.openTarget(path, 'any')).rejects.toThrow(complaint);
  });

  it('is no file that has a second name', async () => {
    const { workspace, root, outside } = ground();
    linkSync(join(outside, 'secret.txt'), join(root, 'twin.txt'));
    await expect(workspace.openTarget('twin.txt', 'any')).rejects.toThrow('has 2 names (hard links)');
    expect(readFileSync(join(outside, 'secret.txt'), 'utf8')).toBe(SECRET);
  });
});
