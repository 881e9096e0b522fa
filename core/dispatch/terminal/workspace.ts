import { openRepository, type Repository } from '../../git/index.ts';
import type { ChangedFile } from '../../render/index.ts';
import type { TerminalPlace } from './house.ts';

/** The repository that a person stands in, before and after a Task worked in it. Its index and HEAD are never touched. */
export interface TerminalWorkspace {
  /** Its top folder. */
  top: string;
  /** How many files had changes before the run. */
  changedBefore: number;
  /** What the run itself changed, whatever was changed before. */
  changes(): Promise<ChangedFile[]>;
  close(): Promise<void>;
}

export type TerminalWorkspaceOpening =
  | { kind: 'open'; workspace: TerminalWorkspace }
  | { kind: 'unusable'; problem: string };

export async function openTerminalWorkspace({
  house,
  redact,
}: TerminalPlace): Promise<TerminalWorkspaceOpening> {
  const { workspaceDir, environment, scratchDir, clock, signal } = house;
  const path = environment.PATH ?? '';
  const opened = await openRepository({ workspaceDir, path, scratchDir, clock, redact });
  if (opened.kind === 'unusable') {
    const problem =
      opened.reason === 'not_a_repository'
        ? `${workspaceDir} is not in a git repository: go to one, or make one here with \`git init\` and a first commit.`
        : opened.message;
    return { kind: 'unusable', problem };
  }
  return { kind: 'open', workspace: await look(opened.repository, signal) };
}

async function look(repository: Repository, signal: AbortSignal): Promise<TerminalWorkspace> {
  const [head, before] = await Promise.all([repository.head(signal), repository.snapshot(signal)]);
  const dirty = await repository.changes(head.sha, before.tree, signal);
  const changedBefore = new Set(dirty.map(({ path }) => path));
  return {
    top: repository.top,
    changedBefore: changedBefore.size,
    async changes() {
      const after = await repository.snapshot();
      const changes = await repository.changes(before.tree, after.tree);
      return changes.map(({ path, additions, deletions }) => ({
        path,
        additions,
        deletions,
        alsoChangedBefore: changedBefore.has(path),
      }));
    },
    close: () => repository.close(),
  };
}
