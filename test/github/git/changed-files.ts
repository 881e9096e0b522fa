import type { BareGit } from './bare.ts';

export interface ChangedFile {
  path: string;
  previousPath: string | undefined;
  status: 'added' | 'removed' | 'modified' | 'renamed' | 'changed';
  sha: string;
  additions: number;
  deletions: number;
  /** Hunks without the file header; undefined for a binary file. */
  patch: string | undefined;
}

/** What differs between two commits, renames found, with a patch a file. */
export async function changedFiles(git: BareGit, base: string, head: string): Promise<ChangedFile[]> {
  const raw = (await git.text(['diff', '--raw', '--abbrev=40', '-z', '-M', base, head])).split('\0');
  const diff = await git.text(['diff', '-M', base, head]);
  const patches = diff.split(/^(?=diff --git )/m).map(patchOf);
  const files: ChangedFile[] = [];
  for (let at = 0; at + 1 < raw.length; ) {
    const [, , oldSha = '', newSha = '', letter = ''] = (raw[at] ?? '').split(' ');
    const renamed = letter.startsWith('R');
    const status = statusOf(letter);
    // A file that became a link, say, is told as one removed and one added.
    const [patch] = patches.splice(0, status === 'changed' ? 2 : 1);
    files.push({
      path: raw[at + (renamed ? 2 : 1)] ?? '',
      previousPath: renamed ? raw[at + 1] : undefined,
      status,
      sha: status === 'removed' ? oldSha : newSha,
      patch,
      additions: count(patch, '+'),
      deletions: count(patch, '-'),
    });
    at += renamed ? 3 : 2;
  }
  return files;
}

/** The hunks of one file's part of a diff. */
function patchOf(part: string): string | undefined {
  const start = part.indexOf('\n@@');
  return start < 0 ? undefined : part.slice(start + 1).replace(/\n$/, '');
}

function count(patch: string | undefined, sign: string): number {
  return (patch ?? '').split('\n').filter((line) => line.startsWith(sign)).length;
}

function statusOf(letter: string): ChangedFile['status'] {
  switch (letter[0]) {
    case 'A':
      return 'added';
    case 'D':
      return 'removed';
    case 'R':
      return 'renamed';
    case 'T':
      return 'changed';
    default:
      return 'modified';
  }
}
