import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compileGlob } from '../../../core/environment/search/glob.ts';
import { tempDir } from '../../support/temp.ts';

const PATHS = [
  ...['a.ts', 'b.js', '.hidden.ts', 'src/a.ts', 'src/a.test.ts', 'src/deep/er/c.ts', 'src/deep/d.tsx'],
  ...['lib/src/e.ts', 'docs/a,b.md', 'docs/[x].md', 'docs/sp ace.md', 'Makefile', 'src/Makefile'],
];

function matched(glob: string): string[] {
  const { matches } = compileGlob(glob);
  return PATHS.filter(matches);
}

describe('a glob', () => {
  it.each([
    ['*.ts', ['a.ts', '.hidden.ts', 'src/a.ts', 'src/a.test.ts', 'src/deep/er/c.ts', 'lib/src/e.ts']],
    ['/*.ts', ['a.ts', '.hidden.ts']],
    ['./*.ts', ['a.ts', '.hidden.ts', 'src/a.ts', 'src/a.test.ts', 'src/deep/er/c.ts', 'lib/src/e.ts']],
    ['src/*.ts', ['src/a.ts', 'src/a.test.ts']],
    ['src/**/*.ts', ['src/a.ts', 'src/a.test.ts', 'src/deep/er/c.ts']],
    ['**/src/*.ts', ['src/a.ts', 'src/a.test.ts', 'lib/src/e.ts']],
    ['src/deep/**', ['src/deep/er/c.ts', 'src/deep/d.tsx']],
    ['src/deep/', ['src/deep/er/c.ts', 'src/deep/d.tsx']],
    ['**/*.{tsx,js}', ['b.js', 'src/deep/d.tsx']],
    ['{src,lib}/{a,src/e}.ts', ['src/a.ts', 'lib/src/e.ts']],
    ['?.ts', ['a.ts', 'src/a.ts', 'src/deep/er/c.ts', 'lib/src/e.ts']],
    ['[ab].[tj]s', ['a.ts', 'b.js', 'src/a.ts']],
    ['[!ab].ts', ['src/deep/er/c.ts', 'lib/src/e.ts']],
    ['[a-c].ts', ['a.ts', 'src/a.ts', 'src/deep/er/c.ts']],
    ['docs/a,b.md', ['docs/a,b.md']],
    ['docs/\\[x\\].md', ['docs/[x].md']],
    ['Makefile', ['Makefile', 'src/Makefile']],
    ['makefile', []],
    ['!**/*.ts', PATHS.filter((path) => !path.endsWith('.ts'))],
    ['**', PATHS],
    ['a.t+s', []],
  ])('%s matches what it says', (glob, paths) => {
    expect(matched(glob)).toEqual(paths);
  });

  it.each(['[a', '{a', 'a}', '{a,{b}', '', '!'])('%j is refused with the reason', (glob) => {
    expect(() => compileGlob(glob)).toThrow(/has a bracket that is not closed|is empty/);
  });

  it('cannot run away', () => {
    const { matches } = compileGlob(`${'*a'.repeat(50)}b`);
    expect(matches('a'.repeat(4_000))).toBe(false);
  });

  it('has a name glob that every match has', () => {
    expect(compileGlob('src/**/*.{js,ts}').name).toBe('*.{js,ts}');
    for (const glob of ['**', 'src/**', '!*.ts', '{a/b,c}', '[ab].ts', '{a,{b,c}}', 'include:x']) {
      expect(compileGlob(glob).name).toBeUndefined();
    }
  });
});

it('globs agree with git where git has the same meaning', () => {
  const folder = tempDir();
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' });
  git('init', '-q');
  for (const path of PATHS) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), '');
  }
  for (const glob of [
    '/*.ts',
    'src/*.ts',
    'src/**/*.ts',
    '**/src/*.ts',
    'src/deep/**',
    '**/?.ts',
    '**/[!ab].ts',
  ]) {
    const listed = git('ls-files', '-z', '--others', `:(glob)${glob.replace(/^\//, '')}`);
    expect(matched(glob).sort(), glob).toEqual(listed.split('\0').filter(Boolean).sort());
  }
});
