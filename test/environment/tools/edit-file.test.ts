import {
  chmodSync,
  chownSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyEdit } from '../../../core/environment/files/apply-edit.ts';
import { openStage } from '../stage.ts';

function stageWith(content: string | Buffer) {
  const stage = openStage();
  const file = join(stage.workspace, 'a.txt');
  writeFileSync(file, content);
  const edit = (old_string: string, new_string: string, more: object = {}) =>
    stage.call('edit_file', { path: 'a.txt', old_string, new_string, ...more });
  return { stage, file, edit, bytes: () => readFileSync(file) };
}

describe('edit_file', () => {
  it('replaces the one place and returns a unified diff', async () => {
    const { edit, bytes } = stageWith('one\ntwo\nthree\n');
    expect((await edit('two', '2')).output).toBe(
      '--- a/a.txt\n+++ b/a.txt\n@@ -1,3 +1,3 @@\n one\n-two\n+2\n three\n',
    );
    expect(bytes().toString()).toBe('one\n2\nthree\n');
  });

  it('refuses a text that is not there, and says where it would be, blanks apart', async () => {
    const { edit, bytes } = stageWith('a\n  if (x) {\n    y\n  }\n');
    const { output, stop_reason } = await edit('if (x) {\ny\n}', 'z');
    expect(output).toMatch(/^old_string is not in a\.txt\. Blanks apart, it is at line 2\./);
    expect(stop_reason).toBe('failed');
    expect(bytes().toString()).toBe('a\n  if (x) {\n    y\n  }\n');
  });

  it('refuses a text that is there twice, unless all are meant', async () => {
    const { edit, bytes } = stageWith('x\ny\nx\n');
    expect((await edit('x', 'z')).output).toContain('is in a.txt 2 times (lines 1, 3)');
    expect((await edit('x', 'z', { replace_all: true })).stop_reason).toBe('completed');
    expect(bytes().toString()).toBe('z\ny\nz\n');
  });

  it('refuses an edit that does nothing, a binary file and a missing file', async () => {
    const { edit } = stageWith('x');
    expect((await edit('x', 'x')).output).toContain('nothing to do');
    expect((await stageWith('x\0y').edit('x', 'z')).output).toContain('binary file');
    const { stage } = stageWith('x');
    const { output } = await stage.call('edit_file', { path: 'new/b.txt', old_string: 'x', new_string: 'y' });
    expect(output).toContain('new/b.txt does not exist');
    expect(readdirSync(stage.workspace)).toEqual(['a.txt']);
  });

  it('keeps CRLF, a byte order mark and bytes that are no UTF-8', async () => {
    const before = Buffer.from('\ufeffone\r\ncaf\xe9 \r\nthree\r\n', 'latin1');
    const { edit, bytes } = stageWith(before);
    await edit('three\n', 'three\nfour\n');
    expect(bytes()).toEqual(Buffer.concat([before, Buffer.from('four\r\n')]));
  });

  it('finds several lines in a file with CRLF', async () => {
    const { edit, bytes } = stageWith('a\r\nb\r\nc\r\n');
    await edit('a\nb', 'x\ny');
    expect(bytes().toString()).toBe('x\r\ny\r\nc\r\n');
  });

  it('leaves mixed line ends as they are', async () => {
    const { edit, bytes } = stageWith('a\r\nb\nc\n');
    await edit('b\nc', 'x\ny');
    expect(bytes().toString()).toBe('a\r\nx\ny\n');
  });

  it('changes no byte outside the match', () => {
    const bytes = fc.uint8Array({ min: 1 }).map((array) => Buffer.from(array));
    fc.assert(
      fc.property(bytes, bytes, fc.string({ minLength: 1 }), fc.string(), (head, tail, oldText, newText) => {
        const before = Buffer.concat([head, Buffer.from(oldText), tail]);
        fc.pre(
          oldText !== newText &&
            !oldText.includes('\0') &&
            !newText.includes('\n') &&
            !oldText.includes('\n'),
        );
        fc.pre(before.indexOf(oldText) === head.length && before.lastIndexOf(oldText) === head.length);
        const after = applyEdit(before, { oldText, newText, all: false }, 'x');
        expect(after).toEqual(Buffer.concat([head, Buffer.from(newText), tail]));
      }),
    );
  });

  it('keeps the mode and leaves nothing beside the file', async () => {
    const { stage, file, edit } = stageWith('x');
    chmodSync(file, 0o755);
    await edit('x', 'y');
    expect(statSync(file).mode & 0o7777).toBe(0o755);
    expect(readdirSync(stage.workspace)).toEqual(['a.txt']);
  });

  it.skipIf(process.getuid?.() !== 0)('keeps the owner when we are root', async () => {
    const { file, edit } = stageWith('x');
    chownSync(file, 1234, 1235);
    await edit('x', 'y');
    expect(statSync(file)).toMatchObject({ uid: 1234, gid: 1235 });
  });

  it('writes through a link that stays inside', async () => {
    const { stage, bytes } = stageWith('x');
    symlinkSync('a.txt', join(stage.workspace, 'link'));
    await stage.call('edit_file', { path: 'link', old_string: 'x', new_string: 'y' });
    expect(bytes().toString()).toBe('y');
    expect(readFileSync(join(stage.workspace, 'link'), 'utf8')).toBe('y');
  });

  it('loses none of many edits of one file at once', async () => {
    const names = Array.from({ length: 30 }, (_, index) => `<${index}>`);
    const { edit, bytes } = stageWith(names.join('\n'));
    const ends = await Promise.all(names.map((name) => edit(name, `${name}!`)));
    expect(ends.every(({ stop_reason }) => stop_reason === 'completed')).toBe(true);
    expect(bytes().toString()).toBe(names.map((name) => `${name}!`).join('\n'));
  });
});
