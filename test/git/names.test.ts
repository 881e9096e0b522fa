import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { slug, validRef } from '../../core/git/index.ts';
import { randomSequence } from './disturb.ts';

describe('ref names', () => {
  it.each(['main', 'penguin/12-fix', 'refs/heads/x', 'a@b', '@a', 'ü/企', 'a.b', 'a-', 'HEAD', 'a{b'])(
    'takes %s',
    (name) => expect(validRef(name)).toBe(true),
  );

  it.each([
    '',
    '-x',
    '--upload-pack=id',
    '@',
    'a..b',
    'a@{1}',
    '/a',
    'a/',
    'a//b',
    '.a',
    'a/.b',
    'a.lock',
    'a.lock/b',
    'a.',
    'a b',
    'a~1',
    'a^',
    'a:b',
    'a?',
    'a*',
    'a[b',
    'a\\b',
    'a\nb',
    'a\tb',
    'a\u007f',
    'a\u0000',
  ])('refuses %j', (name) => expect(validRef(name)).toBe(false));

  it('agrees with git about random names', () => {
    const seed = Date.now() % 2 ** 31;
    const random = randomSequence(seed);
    const names = Array.from({ length: 150 }, () => randomName(random));
    const loop = 'for name; do git check-ref-format --allow-onelevel "$name" 2>/dev/null; echo $?; done';
    const answers = execFileSync('sh', ['-c', loop, 'sh', ...names], { encoding: 'utf8' })
      .trimEnd()
      .split('\n');
    const byGit = names.filter((name, at) => answers[at] === '0' && !name.startsWith('-'));
    expect(names.filter(validRef), `seed ${seed}`).toEqual(byGit);
  });
});

describe('a slug for a branch', () => {
  it.each([
    ['Fix the flaky date test', 'fix-the-flaky-date-test'],
    ['  Crème brûlée: déjà vu?  ', 'creme-brulee-deja-vu'],
    ['--force; rm -rf /', 'force-rm-rf'],
    ['a..b.lock~^:*', 'a-b-lock'],
    ['修复 bug 42', 'bug-42'],
    ['修复企鹅', 'task'],
    ['', 'task'],
    ['ＦＵＬＬ ｗｉｄｔｈ', 'full-width'],
    ['one two three four five six seven eight nine', 'one-two-three-four-five-six-seven-eight'],
    ['x'.repeat(100), 'x'.repeat(40)],
  ])('of %j is %s', (text, wanted) => expect(slug(text)).toBe(wanted));

  it('is always valid, short ASCII', () => {
    const seed = Date.now() % 2 ** 31;
    const random = randomSequence(seed);
    for (let round = 0; round < 2_000; round += 1) {
      const made = slug(randomName(random) + randomName(random).repeat(6));
      expect(made, `seed ${seed}`).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
      expect(made.length).toBeLessThanOrEqual(40);
      expect(validRef(`penguin/1-${made}`)).toBe(true);
    }
  });
});

const PIECES = [
  'a',
  'b',
  '-',
  '.',
  '/',
  '@',
  '{',
  '}',
  '~',
  '^',
  ':',
  '?',
  '*',
  '[',
  '\\',
  ' ',
  '.lock',
  '..',
  'ü',
  '\u007f',
];

function randomName(random: () => number): string {
  const length = 1 + Math.floor(random() * 6);
  return Array.from(
    { length },
    () => PIECES[Math.floor(random() * (random() < 0.5 ? 5 : PIECES.length))],
  ).join('');
}
