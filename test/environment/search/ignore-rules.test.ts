import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { walkFiles } from '../../../core/environment/search/walk.ts';
import { createWorkspace } from '../../../core/environment/workspace-path.ts';
import { tempDir } from '../../support/temp.ts';

async function walked(root: string, start = '.'): Promise<string[]> {
  const files: string[] = [];
  const workspace = createWorkspace(root, []);
  for await (const file of walkFiles(workspace, start, new AbortController().signal)) files.push(file);
  return files;
}

/** What git would add, in the order of the bytes of each name. */
function listedByGit(root: string): string[] {
  const options = { cwd: root, encoding: 'utf8', env: { PATH: process.env.PATH, HOME: root } } as const;
  execFileSync('git', ['init', '-q'], options);
  const listed = execFileSync('git', ['ls-files', '-z', '--others', '--exclude-standard'], options);
  return listed.split('\0').filter(Boolean).sort(byParts);
}

function byParts(a: string, b: string): number {
  const [left, right] = [a.split('/'), b.split('/')];
  const at = left.findIndex((part, index) => part !== right[index]);
  return Buffer.compare(Buffer.from(left[at] ?? ''), Buffer.from(right[at] ?? ''));
}

function plant(root: string, files: Record<string, string>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
}

const TREE = Object.fromEntries(
  ['a', 'b.log', 'x/a', 'x/b.log', 'x/y/a', 'x/y/b.log', 'y/a', 'y/x/b.log', 'z-z', 'z.z', 'z/z'].map(
    (path) => [path, ''],
  ),
);

describe('the walk', () => {
  it('finds what git finds, in the order of the paths', async () => {
    const rule = fc.constantFrom(
      'a',
      '/a',
      '*.log',
      '!b.log',
      'x',
      'x/',
      '/x/',
      'x/y',
      '**/y',
      'y/**',
      '!x/y/',
      'z*',
      '!a',
    );
    const rules = fc.array(rule, { maxLength: 4 }).map((lines) => lines.join('\n'));
    await fc.assert(
      fc.asyncProperty(rules, rules, rules, async (atRoot, inX, inY) => {
        const root = tempDir();
        plant(root, { ...TREE, '.gitignore': atRoot, 'x/.gitignore': inX, 'x/y/.gitignore': inY });
        expect(await walked(root)).toEqual(listedByGit(root));
      }),
      { numRuns: 20 },
    );
  }, 60_000);

  it('honours the rules above the folder where it starts, but goes in where it was sent', async () => {
    const root = tempDir();
    plant(root, { ...TREE, '.gitignore': '*.log\n/y\n' });
    expect(await walked(root, 'x')).toEqual(['x/a', 'x/y/a']);
    expect(await walked(root, 'y')).toContain('y/a');
  });

  it('survives a rule that is made to run away', async () => {
    const root = tempDir();
    const deep = `${'a/'.repeat(60)}x`;
    plant(root, { [deep]: '', '.gitignore': `${'**/a/'.repeat(8)}b\n${'*a'.repeat(30)}b\n`, kept: '' });
    expect(await walked(root)).toEqual(['.gitignore', deep, 'kept']);
  });
});
