import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempDir } from '../../support/temp.ts';
import { openStage } from '../stage.ts';

describe('write_file', () => {
  it('creates a file and the folders on the way, with exactly the content', async () => {
    const stage = openStage();
    const { output } = await stage.call('write_file', { path: 'a/b/c.txt', content: 'ü\r\n' });
    expect(output).toBe('Created a/b/c.txt (4 bytes).\n');
    expect(readFileSync(join(stage.workspace, 'a/b/c.txt'), 'utf8')).toBe('ü\r\n');
    expect(readdirSync(join(stage.workspace, 'a/b'))).toEqual(['c.txt']);
  });

  it('overwrites a file, keeps its mode and shows what changed', async () => {
    const stage = openStage();
    const file = join(stage.workspace, 'run.sh');
    writeFileSync(file, 'one\ntwo\n');
    chmodSync(file, 0o755);
    const { output } = await stage.call('write_file', { path: 'run.sh', content: 'one\n2\n' });
    expect(output).toBe(
      'Overwrote run.sh (6 bytes).\n--- a/run.sh\n+++ b/run.sh\n@@ -1,2 +1,2 @@\n one\n-two\n+2\n',
    );
    expect(statSync(file).mode & 0o777).toBe(0o755);
    const again = await stage.call('write_file', { path: 'run.sh', content: 'one\n2\n' });
    expect(again.output).toBe('run.sh already had this content.\n');
  });

  it('writes neither outside nor into .git, nor through a link that leads there', async () => {
    const stage = openStage();
    const outside = tempDir();
    symlinkSync(outside, join(stage.workspace, 'out'));
    symlinkSync(join(outside, 'new.txt'), join(stage.workspace, 'dangling'));
    for (const path of [
      ...[
        '../x',
        '/tmp/x',
        'out/x',
        'dangling',
        '.git/hooks/pre-commit',
        '.Git/config',
        'sub/.git/config',
        '.git',
      ],
      join(outside, 'x'),
    ]) {
      const { stop_reason } = await stage.call('write_file', { path, content: 'x' });
      expect(stop_reason, path).toBe('failed');
    }
    expect(readdirSync(outside)).toEqual([]);
    expect(existsSync(join(stage.workspace, '.git'))).toBe(false);
  });

  it('leaves the old file whole when the new one cannot be put in place', async () => {
    const stage = openStage({ newId: () => 'no/such/folder' });
    writeFileSync(join(stage.workspace, 'a.txt'), 'old');
    expect((await stage.call('write_file', { path: 'a.txt', content: 'new' })).stop_reason).toBe('failed');
    expect(readFileSync(join(stage.workspace, 'a.txt'), 'utf8')).toBe('old');
  });
});
