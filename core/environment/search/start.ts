import type { Workspace } from '../workspace-path.ts';
import type { Place } from './search.ts';

/** A place that was found and checked. */
export interface Start {
  /** Relative to the Workspace, or absolute in another readable folder. */
  path: string;
  isFile: boolean;
  /** Whether a file below is looked for at all. A file that is named itself always is. */
  wants(file: string): boolean;
}

export async function startOf(workspace: Workspace, { path, glob }: Place): Promise<Start> {
  const opened = await workspace.open(path, 'either');
  await opened.handle.close();
  const isFile = opened.stats.isFile();
  const skipped = opened.path === '.' ? 0 : opened.path.length + 1;
  return {
    path: opened.path,
    isFile,
    wants: (file) => isFile || glob === undefined || glob.matches(file.slice(skipped)),
  };
}
