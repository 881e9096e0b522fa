import { closeSync, constants, fchmodSync, fsyncSync, mkdirSync, openSync } from 'node:fs';
import { readTail, type Tail } from './tail.ts';
import { writeFailure } from './write-failure.ts';

/**
 * The name of a Session's file for its model context number `index`. Throws on a name that could lead out of the
 * folder.
 */
export function traceFileName(sessionId: string, index: number): string {
  if (!/^[A-Za-z0-9][A-Za-z0-9_-]*$/.test(sessionId)) {
    throw new Error(
      `"${sessionId}" cannot name a trace: a Session id has only letters, digits, "_" and "-".`,
    );
  }
  if (!Number.isInteger(index) || index < 1) {
    throw new Error(`A trace's index counts model contexts from 1; found ${index}.`);
  }
  return `${sessionId}_${String(index).padStart(3, '0')}.jsonl`;
}

/** Opens a file for appending, or makes it, and looks at how it ends. */
export function openFile(dir: string, file: string): { descriptor: number; tail: Tail } {
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    const flags = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW;
    const descriptor = openSync(file, flags, 0o600);
    return closedOnFailure(descriptor, () => {
      fchmodSync(descriptor, 0o600);
      syncFolder(dir);
      return { descriptor, tail: readTail(descriptor) };
    });
  } catch (error) {
    throw writeFailure(file, error);
  }
}

function closedOnFailure<T>(descriptor: number, act: () => T): T {
  try {
    return act();
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}

/** Without this a crash may take a new file's name away while its content is safe. */
function syncFolder(dir: string): void {
  const descriptor = openSync(dir, constants.O_RDONLY);
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
