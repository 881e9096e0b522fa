/**
 * Files that decide what runs with secrets, and their folders: a link in their place would bring in others. Compared in any case: some
 * file systems know only one.
 */
const WORKFLOW_FILE = /^\.github(\/(workflows|actions)(\/|$)|$)/i;

/** A path from the repository's root. */
export function isWorkflowFile(path: string): boolean {
  return WORKFLOW_FILE.test(path);
}
