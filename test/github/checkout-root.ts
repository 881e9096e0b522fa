import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder, found upwards by its package name: a bundle of this code stands elsewhere than its source. */
export function checkoutRoot(): string {
  const start = dirname(fileURLToPath(import.meta.url));
  for (let folder = start; ; folder = dirname(folder)) {
    if (packageName(folder) === 'penguin-agent') return folder;
    if (folder === dirname(folder)) throw new Error(`no package.json of penguin-agent above ${start}`);
  }
}

function packageName(folder: string): unknown {
  const manifest = join(folder, 'package.json');
  if (!existsSync(manifest)) return undefined;
  const content: unknown = JSON.parse(readFileSync(manifest, 'utf8'));
  return typeof content === 'object' && content !== null && 'name' in content ? content.name : undefined;
}
