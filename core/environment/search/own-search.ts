import { looksBinary } from '../files/file-chunks.ts';
import type { Workspace } from '../workspace-path.ts';
import { findLines } from './find-lines.ts';
import { MAX_SEARCHED_BYTES, type Place, type Search } from './search.ts';
import { startOf } from './start.ts';
import { walkFiles } from './walk.ts';

/** The search for machines without ripgrep: our walk, and a matcher that cannot run away. */
export function createOwnSearch(workspace: Workspace): Search {
  async function* files(place: Place, signal: AbortSignal): AsyncGenerator<string> {
    const start = await startOf(workspace, place);
    if (start.isFile) {
      yield start.path;
      return;
    }
    for await (const file of walkFiles(workspace, start.path, signal)) {
      if (start.wants(file)) yield file;
    }
  }

  return {
    files,
    async *lines(query, place, signal) {
      for await (const path of files(place, signal)) {
        const text = await searchableText(workspace, path);
        if (signal.aborted) return;
        if (text === undefined) continue;
        for (const found of findLines(text, query)) yield { path, ...found };
      }
    },
  };
}

async function searchableText(workspace: Workspace, path: string): Promise<string | undefined> {
  const file = await workspace.open(path, 'file').catch(() => undefined);
  // It vanished or changed its kind since the walk saw it.
  if (file === undefined) return undefined;
  try {
    if (file.stats.size > BigInt(MAX_SEARCHED_BYTES)) return undefined;
    const bytes = await file.handle.readFile();
    return looksBinary(bytes) ? undefined : bytes.toString('utf8');
  } finally {
    await file.handle.close();
  }
}
