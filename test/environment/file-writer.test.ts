import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createFileWriter } from '../../core/environment/files/file-writer.ts';
import { createWorkspace } from '../../core/environment/workspace-path.ts';
import { tempDir } from '../support/temp.ts';

it('a file that somebody else changes meanwhile is left as they left it, and nothing lies beside it', async () => {
  const root = tempDir();
  const file = join(root, 'a.txt');
  writeFileSync(file, 'old');
  const writer = createFileWriter(createWorkspace(root, []), () => 'id');
  const edit = writer.edit('a.txt', (before) => {
    writeFileSync(file, 'theirs');
    return Buffer.concat([before, Buffer.from(' and new')]);
  });
  await expect(edit).rejects.toThrow('a.txt was changed by somebody else meanwhile');
  expect(readFileSync(file, 'utf8')).toBe('theirs');
  expect(readdirSync(root)).toEqual(['a.txt']);
});

it('a write that fails does not hold the next one', async () => {
  const root = tempDir();
  const writer = createFileWriter(createWorkspace(root, []), () => 'id');
  const refused = writer.write('../x', Buffer.from('x'));
  const written = writer.write('x', Buffer.from('x'));
  await expect(refused).rejects.toThrow('outside the workspace');
  expect((await written).path).toBe('x');
});
