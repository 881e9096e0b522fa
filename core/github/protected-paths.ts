/** Files that decide what runs with secrets. Compared in any case: some file systems know only one. */
const WORKFLOW_FILE = /^\.github\/(workflows|actions)\//i;

/** A path from the repository's root. */
export function isWorkflowFile(path: string): boolean {
  return WORKFLOW_FILE.test(path);
}
