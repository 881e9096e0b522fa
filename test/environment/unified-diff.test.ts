import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { lineEdits } from '../../core/environment/files/line-edits.ts';
import { unifiedDiff } from '../../core/environment/files/unified-diff.ts';
import { tempDir } from '../support/temp.ts';

const lines = fc.array(fc.constantFrom('a\n', 'b\n', 'c\n', '\n', 'd\r\n'), { maxLength: 40 });

it('is empty when nothing changed', () => {
  expect(unifiedDiff('x', Buffer.from('a\n'), Buffer.from('a\n'))).toBe('');
});

it('looks as git writes it', () => {
  const before = Buffer.from('1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n');
  const after = Buffer.from('1\n2\n3\nfour\n5\n6\n7\n8\n9\n10\n11\n12');
  expect(unifiedDiff('x', before, after)).toBe(
    [
      '--- a/x',
      '+++ b/x',
      ...['@@ -1,7 +1,7 @@', ' 1', ' 2', ' 3', '-4', '+four', ' 5', ' 6', ' 7'],
      ...['@@ -9,4 +9,4 @@', ' 9', ' 10', ' 11', '-12', '+12'],
      '\\ No newline at end of file',
      '',
    ].join('\n'),
  );
});

it('turns the old lines into the new ones with as few changes as possible', () => {
  fc.assert(
    fc.property(lines, lines, (old, now) => {
      const edits = lineEdits(old, now);
      const result: string[] = [];
      let at = 0;
      for (const edit of edits) {
        result.push(...old.slice(at, edit.oldStart), ...now.slice(edit.newStart, edit.newEnd));
        at = edit.oldEnd;
      }
      result.push(...old.slice(at));
      expect(result).toEqual(now);
      const changed = edits.reduce((sum, e) => sum + e.oldEnd - e.oldStart + e.newEnd - e.newStart, 0);
      expect(changed).toBe(old.length + now.length - 2 * longestCommon(old, now));
    }),
  );
});

it('is a patch that git applies', () => {
  const folder = tempDir();
  fc.assert(
    fc.property(lines, lines, fc.boolean(), (old, now, ends) => {
      const before = Buffer.from(`top\n${old.join('')}`);
      const after = Buffer.from(`top\n${now.join('')}${ends ? '' : 'no newline'}`);
      fc.pre(!before.equals(after));
      writeFileSync(join(folder, 'x'), before);
      execFileSync('git', ['apply', '--whitespace=nowarn', '-'], {
        cwd: folder,
        input: unifiedDiff('x', before, after),
      });
      expect(readFileSync(join(folder, 'x'))).toEqual(after);
    }),
    { numRuns: 15 },
  );
});

it('shows texts that differ everywhere as one change, without comparing all with all', () => {
  const text = (word: string) => Array.from({ length: 20_000 }, (_, line) => `${word} ${line}\n`);
  expect(lineEdits(text('old'), text('new'))).toHaveLength(1);
});

function longestCommon(a: string[], b: string[]): number {
  let row = new Array<number>(b.length + 1).fill(0);
  for (const left of a) {
    const next = [0];
    for (const [at, right] of b.entries()) {
      next.push(left === right ? (row[at] ?? 0) + 1 : Math.max(row[at + 1] ?? 0, next[at] ?? 0));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
