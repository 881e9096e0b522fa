import { mkdirSync, realpathSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findProgram } from '../../../core/environment/commands/find-program.ts';
import { tempDir } from '../../support/temp.ts';
import { openStage, type Stage } from '../stage.ts';

const ripgrep = findProgram('rg', process.env.PATH ?? '', realpathSync(import.meta.dirname));

/** Both engines must pass: the own walk on every machine, ripgrep where there is one. */
const ENGINES = [
  { engine: 'our own walk', path: '/nonexistent', missing: false },
  { engine: 'ripgrep', path: ripgrep === undefined ? '' : dirname(ripgrep), missing: ripgrep === undefined },
];

const FILES: Record<string, string> = {
  'README.md': 'Foo is here\n',
  'src/a.ts': 'one\nconst foo = 1;\nthree\nfour\nfive\nconst foo2 = 2;\n',
  'src/b.js': 'foo();\r\nbar();\r\n',
  'src/deep/c.ts': 'no newline foo',
  'src/z.txt': 'x\n',
  '.github/workflows/ci.yml': 'run: foo\n',
  '.git/config': 'foo\n',
  'vendor/.GIT/config': 'foo\n',
  'module/.git': 'gitdir: foo\n',
  '.gitignore': 'dist/\n*.log\n!keep.log\n',
  'dist/out.js': 'foo\n',
  'debug.log': 'foo\n',
  'keep.log': 'foo\n',
  'sub/.gitignore': 'private\n',
  'sub/private': 'foo\n',
  'sub/public': 'foo\n',
  '.ignore': 'README.md\n',
  'binary.bin': 'foo\0bar\n',
  'ü ö.txt': 'foo ü\n',
  'a-b/x': 'foo\n',
  'a/x': 'foo\n',
  'a.x': 'foo\n',
  'long.txt': `foo ${'x'.repeat(600)}\n`,
};

function stageOn(path: string): Stage {
  const stage = openStage({ env: { PATH: path } });
  for (const [name, content] of Object.entries(FILES)) {
    mkdirSync(dirname(join(stage.workspace, name)), { recursive: true });
    writeFileSync(join(stage.workspace, name), content);
  }
  symlinkSync('/etc', join(stage.workspace, 'etc'));
  symlinkSync('src/a.ts', join(stage.workspace, 'link.ts'));
  return stage;
}

describe.each(ENGINES)('with $engine', ({ path, missing }) => {
  const grep = async (args: object) => (await stageOn(path).call('grep', args)).output;
  const glob = async (args: object) => (await stageOn(path).call('glob', args)).output;

  it.skipIf(missing)('grep prints path, line and text, sorted, without what is left out', async () => {
    expect(await grep({ pattern: 'foo' })).toBe(
      [
        '.github/workflows/ci.yml:1:run: foo',
        'a/x:1:foo',
        'a-b/x:1:foo',
        'a.x:1:foo',
        'keep.log:1:foo',
        `long.txt:1:foo ${'x'.repeat(496)}… [line cut]`,
        'src/a.ts:2:const foo = 1;',
        'src/a.ts:6:const foo2 = 2;',
        'src/b.js:1:foo();',
        'src/deep/c.ts:1:no newline foo',
        'sub/public:1:foo',
        'ü ö.txt:1:foo ü',
        '',
      ].join('\n'),
    );
  });

  it.skipIf(missing)('grep shows lines around a match and parts what does not touch', async () => {
    expect(await grep({ pattern: 'foo', path: 'src', context: 1 })).toBe(
      [
        ...['src/a.ts-1-one', 'src/a.ts:2:const foo = 1;', 'src/a.ts-3-three', '--'],
        ...['src/a.ts-5-five', 'src/a.ts:6:const foo2 = 2;', '--'],
        ...['src/b.js:1:foo();', 'src/b.js-2-bar();', '--', 'src/deep/c.ts:1:no newline foo', ''],
      ].join('\n'),
    );
  });

  it.skipIf(missing)('grep takes a file, a glob, and any case', async () => {
    expect(await grep({ pattern: 'foo', path: 'src/b.js' })).toBe('src/b.js:1:foo();\n');
    expect(await grep({ pattern: '^foo$', path: 'dist/out.js' })).toBe('dist/out.js:1:foo\n');
    expect(await grep({ pattern: '^foo$', path: 'dist' })).toBe('dist/out.js:1:foo\n');
    expect(await grep({ pattern: 'FOO', ignore_case: true, glob: '*.md' })).toBe('README.md:1:Foo is here\n');
    expect(await grep({ pattern: 'foo', glob: '*.{js,md}' })).toBe('src/b.js:1:foo();\n');
    expect(await grep({ pattern: 'foo', path: 'src', glob: 'deep/*' })).toBe(
      'src/deep/c.ts:1:no newline foo\n',
    );
    expect(await grep({ pattern: 'foo', path: 'src', glob: '!*.ts' })).toBe('src/b.js:1:foo();\n');
    expect(await grep({ pattern: '\\);$', path: 'src/b.js' })).toBe('src/b.js:1:foo();\nsrc/b.js:2:bar();\n');
  });

  it.skipIf(missing)('grep stops at max_results and says so', async () => {
    expect(await grep({ pattern: 'foo', max_results: 2 })).toBe(
      '.github/workflows/ci.yml:1:run: foo\na/x:1:foo\n[the first 2 results are shown; there are more: narrow the pattern or raise max_results]',
    );
    expect(await grep({ pattern: 'foo', path: 'src/b.js', max_results: 1 })).toBe('src/b.js:1:foo();\n');
  });

  it.skipIf(missing)('grep says when nothing matches', async () => {
    expect(await grep({ pattern: 'nowhere to be found' })).toBe('No matches.\n');
  });

  it.skipIf(missing)('grep explains a pattern that it cannot use', async () => {
    expect(await grep({ pattern: 'foo(' })).toContain('missing closing )');
    expect(await grep({ pattern: '(?=foo)' })).toContain('invalid or unsupported Perl syntax');
    expect(await grep({ pattern: 'a\\nb' })).toContain('The pattern holds a newline');
    expect(await grep({ pattern: 'a\\\\nb' })).toBe('No matches.\n');
  });

  it.skipIf(missing)('grep takes a pattern that looks like an option', async () => {
    expect(await grep({ pattern: '--pre=sh' })).toBe('No matches.\n');
    expect(await grep({ pattern: '-e' })).toBe('No matches.\n');
  });

  it.skipIf(missing)('grep does not run away with a pattern made for it', async () => {
    const stage = stageOn(path);
    writeFileSync(join(stage.workspace, 'evil.txt'), `${'a'.repeat(60_000)}!\n`);
    expect((await stage.call('grep', { pattern: '^(a+)+$', path: 'evil.txt' })).output).toBe('No matches.\n');
  });

  it.skipIf(missing)('grep passes by a file that is too large', async () => {
    const stage = stageOn(path);
    writeFileSync(join(stage.workspace, 'huge.txt'), 'foo\n');
    truncateSync(join(stage.workspace, 'huge.txt'), 2 ** 40);
    expect((await stage.call('grep', { pattern: 'foo', glob: 'huge.txt' })).output).toBe('No matches.\n');
  });

  it.skipIf(missing)('glob lists files, sorted, without what is left out', async () => {
    expect(await glob({ pattern: '**' })).toBe(
      [
        ...[
          '.github/workflows/ci.yml',
          '.gitignore',
          '.ignore',
          'README.md',
          'a/x',
          'a-b/x',
          'a.x',
          'binary.bin',
        ],
        ...['keep.log', 'long.txt', 'src/a.ts', 'src/b.js', 'src/deep/c.ts', 'src/z.txt', 'sub/.gitignore'],
        ...['sub/public', 'ü ö.txt', ''],
      ].join('\n'),
    );
  });

  it.skipIf(missing)('glob looks below its path and matches there', async () => {
    expect(await glob({ pattern: '*.ts' })).toBe('src/a.ts\nsrc/deep/c.ts\n');
    expect(await glob({ pattern: '/*.ts', path: 'src' })).toBe('src/a.ts\n');
    expect(await glob({ pattern: '*.js', path: 'dist' })).toBe('dist/out.js\n');
    expect(await glob({ pattern: '*.nothing' })).toBe('No files.\n');
    expect(await glob({ pattern: '{a' })).toContain('has a bracket that is not closed');
  });

  it.skipIf(missing)('glob stops at 500 files and says so', async () => {
    const stage = stageOn(path);
    for (let file = 0; file < 501; file += 1)
      writeFileSync(join(stage.workspace, 'src', `f${file}.many`), '');
    const { output } = await stage.call('glob', { pattern: '*.many' });
    expect(output.split('\n')).toHaveLength(501);
    expect(output).toContain('[the first 500 results are shown; there are more: narrow the pattern or path]');
  });

  it.skipIf(missing)('nothing is looked for outside the workspace', async () => {
    for (const place of ['..', '/etc', 'etc', '.git', '/proc/self', 'nowhere']) {
      const stage = stageOn(path);
      expect((await stage.call('grep', { pattern: 'x', path: place })).stop_reason, place).toBe('failed');
      expect((await stage.call('glob', { pattern: '**', path: place })).stop_reason, place).toBe('failed');
    }
  });
});

it('a ripgrep that cannot be started fails the call and nothing else', async () => {
  const folder = tempDir();
  writeFileSync(join(folder, 'rg'), '#!/nonexistent\n', { mode: 0o755 });
  const { output, stop_reason } = await openStage({ env: { PATH: folder } }).call('grep', { pattern: 'x' });
  expect(output).toContain('ENOENT');
  expect(stop_reason).toBe('failed');
});

it('a ripgrep that complains fails the call with its complaint', async () => {
  const folder = tempDir();
  writeFileSync(join(folder, 'rg'), '#!/bin/sh\necho "unknown flag" >&2\nexit 2\n', { mode: 0o755 });
  const { output, stop_reason } = await openStage({ env: { PATH: folder } }).call('grep', { pattern: 'x' });
  expect(output).toBe('unknown flag\n');
  expect(stop_reason).toBe('failed');
});
