import type { GitHub } from './client.ts';
import type { Pull } from './pull.ts';

/** Of the whole diff, in characters. */
const MAX_DIFF = 60_000;
/** GitHub compares no more files at once, and does not say that there are more. */
const MAX_FILES = 300;

/** What a pull request changes, between two commits that are named: it stays the same when the branch moves on. */
export interface PullDiff {
  /** Unified, bounded; binary and very large files are named only. */
  text: string;
  paths: string[];
  /** False when there are more files than `paths` names. */
  complete: boolean;
}

export async function readPullDiff(github: GitHub, { base, headSha }: Pull): Promise<PullDiff> {
  const { files = [] } = await github.request('GET /repos/{owner}/{repo}/compare/{basehead}', {
    basehead: `${base.sha}...${headSha}`,
  });
  return {
    text: clip(files.map(fileText).join('\n')),
    paths: files.flatMap(({ filename, previous_filename: before }) =>
      before === undefined ? [filename] : [before, filename],
    ),
    complete: files.length < MAX_FILES,
  };
}

interface ComparedFile {
  filename: string;
  previous_filename?: string;
  status: string;
  additions: number;
  deletions: number;
  patch?: string;
}

function fileText(file: ComparedFile): string {
  const { filename, previous_filename: before = filename, status, additions, deletions } = file;
  const patch = file.patch ?? `(no text: ${additions} lines added, ${deletions} deleted)`;
  return `--- ${status === 'added' ? '/dev/null' : before}\n+++ ${status === 'removed' ? '/dev/null' : filename}\n${patch}`;
}

function clip(text: string): string {
  if (text.length <= MAX_DIFF) return text;
  const end = text.lastIndexOf('\n', MAX_DIFF);
  return `${text.slice(0, end)}\n[cut: ${text.length - end} more characters; read the files themselves]`;
}

/** Whether one commit holds all of another, by GitHub's own comparison. */
export async function contains(github: GitHub, commit: string, earlier: string): Promise<boolean> {
  const { status } = await github.request('GET /repos/{owner}/{repo}/compare/{basehead}', {
    basehead: `${earlier}...${commit}`,
  });
  return status === 'ahead' || status === 'identical';
}
