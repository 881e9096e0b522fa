import { relative, resolve } from 'node:path';
import { isInside, placeComplaint, textComplaint } from './path-rules.ts';

/** Decides on paths, not on what lies there. Both verbs throw an Error whose text tells the model what to do instead. */
export interface Walls {
  /** The Workspace's real path. */
  root: string;
  /** The absolute path that the model means; links are not resolved yet. */
  absolute(path: string): string;
  /** Lets a resolved path through, or throws. `shown` is how the model wrote it. */
  admit(realPath: string, shown: string): void;
  /** How a resolved path is shown to the model. */
  show(realPath: string): string;
}

/** `dir` is the Workspace as the model may know it, `root` the same folder resolved; `open` are the folders that paths may lie in. */
export function createWalls(dir: string, root: string, open: readonly string[]): Walls {
  const show = (path: string) => (isInside(root, path) ? relative(root, path) || '.' : path);

  function admit(path: string, shown: string): void {
    const folder = open.find((candidate) => isInside(candidate, path));
    const complaint = placeComplaint(folder ?? root, path, shown);
    if (complaint !== undefined) throw new Error(complaint);
    if (folder !== undefined) return;
    throw new Error(`${shown} is outside the workspace. Use a path inside it, relative to its root.`);
  }

  return {
    root,
    show,
    admit,
    absolute(path) {
      const complaint = textComplaint(path);
      if (complaint !== undefined) throw new Error(complaint);
      const asWritten = resolve(root, path);
      const absolute = isInside(dir, asWritten) ? resolve(root, relative(dir, asWritten)) : asWritten;
      admit(absolute, path);
      return absolute;
    },
  };
}
