import { createHash, randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import type { BareGit } from './bare.ts';

/** Writes a loose object as git does, whole or not at all, and gives its id. */
export async function writeObject(
  git: BareGit,
  type: 'blob' | 'tree' | 'commit',
  content: Buffer | string,
): Promise<string> {
  const bytes = Buffer.from(content);
  const object = Buffer.concat([Buffer.from(`${type} ${bytes.length}\0`), bytes]);
  const sha = createHash('sha1').update(object).digest('hex');
  const folder = join(git.dir, 'objects', sha.slice(0, 2));
  const draft = join(folder, randomUUID());
  await mkdir(folder, { recursive: true });
  await writeFile(draft, deflateSync(object));
  await rename(draft, join(folder, sha.slice(2)));
  return sha;
}

export function writeBlob(git: BareGit, content: Buffer | string): Promise<string> {
  return writeObject(git, 'blob', content);
}
