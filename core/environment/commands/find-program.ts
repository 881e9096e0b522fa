import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { isInside } from '../files/path-rules.ts';

/**
 * The first program `name` on `path` that does not come from inside `workspace`: what we start ourselves must not be a file that
 * the repository planted, for instance in `node_modules/.bin`.
 */
export function findProgram(name: string, path: string, workspace: string): string | undefined {
  return path
    .split(':')
    .filter((folder) => isAbsolute(folder))
    .map((folder) => join(folder, name))
    .find((file) => isProgram(file) && !isInside(workspace, realpathSync(file)));
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    // Not there, or not for us: the next folder on the path is asked.
    return false;
  }
}
