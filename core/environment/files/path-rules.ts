import { isAbsolute, relative, sep } from 'node:path';

const MAX_PATH_LENGTH = 4_096;

/** Trees of the kernel: reading there shows secrets of processes or never ends. */
const KERNEL_TREES = ['/proc', '/sys', '/dev'];

/** Whether `path` is `folder` or lies in it. Both absolute. A sibling that begins with the same letters (`root-evil`) does not. */
export function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** Why no tool may use this path, as far as its text shows; nothing when it may. */
export function textComplaint(path: string): string | undefined {
  if (path === '') return 'The path is empty. Use "." for the workspace itself.';
  if (path.includes('\0')) return 'The path holds a NUL character. Send it without.';
  if (path.length > MAX_PATH_LENGTH) return `The path is longer than ${MAX_PATH_LENGTH} characters.`;
  if (path === '~' || path.startsWith('~/')) {
    return `"~" is not expanded: ${path}. Use a path relative to the workspace.`;
  }
  return undefined;
}

/**
 * Why nobody may use this path in `folder`, links resolved or not; nothing when it may. `shown` is how the model wrote it. A Workspace
 * that lies in such a tree itself (`/dev/shm`) may be used.
 */
export function placeComplaint(folder: string, path: string, shown: string): string | undefined {
  if (KERNEL_TREES.some((tree) => isInside(tree, path) && !isInside(tree, folder))) {
    return `${shown} is in ${KERNEL_TREES.join(', ')}, which no tool may use.`;
  }
  if (relative(folder, path).split(sep).some(isGitName)) {
    return `${shown} is inside .git, which no tool may use. Use git commands to look at the history.`;
  }
  return undefined;
}

/**
 * `.git` in every spelling that some file system takes for it: other case, ignorable characters, trailing dots and blanks, the short
 * name of Windows.
 */
export function isGitName(segment: string): boolean {
  const name = segment
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/[. ]+$/, '')
    .toLowerCase();
  return name === '.git' || name === 'git~1';
}
