import { type ComposedTree, openRepository, type Repository, type Snapshot } from '../git/index.ts';
import { findOwnBranches, type PullRequest } from '../github/index.ts';
import type { Scene } from './scene.ts';

/** The checked-out repository before, while and after a Task works in it. */
export interface Workspace {
  repository: Repository;
  /** Where to fetch and push, and with what. */
  remote: { url: string; token: string };
  /** The commit that the Task starts on. */
  baseSha: string;
  /** The pull request of ours whose branch the Task goes on with. */
  continued: PullRequest | undefined;
  /** Names of our branches that a new one may not have. */
  takenBranches: readonly string[];
  /** What people should know of how the Workspace was made ready. */
  notes: string[];
  /** What the Task changed, laid onto the base commit. */
  changes(): Promise<ComposedTree>;
  /** From the base commit to a tree, at most `maxBytes` of it. */
  patch(tree: string, maxBytes: number): Promise<string>;
}

export type OpenedWorkspace =
  | { kind: 'open'; repository: Repository }
  | { kind: 'unusable'; problem: string };

/** Looks whether there is a repository to work on. */
export async function openWorkspace({ house, redact }: Scene): Promise<OpenedWorkspace> {
  const opened = await openRepository({
    workspaceDir: house.workspaceDir,
    path: house.environment.PATH ?? '',
    scratchDir: house.scratchDir,
    clock: house.clock,
    redact,
  });
  if (opened.kind === 'repository') return { kind: 'open', repository: opened.repository };
  return { kind: 'unusable', problem: opened.message };
}

/** Goes to where the Task starts, and remembers what set-up steps have left there. */
export async function prepareWorkspace(repository: Repository, scene: Scene): Promise<Workspace> {
  const { trigger, github, house, token } = scene;
  const { owner, repo } = trigger.repository;
  const remote = { url: `${house.github.serverUrl}/${owner}/${repo}.git`, token };
  // git reads the Workspace while GitHub is asked; what a checkout changes is read again.
  const [branches, asItWas] = await Promise.all([
    trigger.kind === 'comment'
      ? findOwnBranches(github, trigger.thread.number)
      : { taken: [], open: undefined },
    look(repository),
  ]);
  const { continued, notes } = await goOnWith(repository, remote, branches.open);
  const { baseSha, before } = continued === undefined ? asItWas : await look(repository);
  return {
    repository,
    remote,
    baseSha,
    continued,
    takenBranches: branches.taken,
    notes,
    async changes() {
      const after = await repository.snapshot();
      return repository.composeTree({ base: baseSha, before: before.tree, after: after.tree });
    },
    patch: async (tree, maxBytes) => (await repository.diff({ from: baseSha, to: tree, maxBytes })).text,
  };
}

/** Where the Task starts: its commit, and the files as set-up steps have left them. */
async function look(repository: Repository): Promise<{ baseSha: string; before: Snapshot }> {
  const [head, before] = await Promise.all([repository.head(), repository.snapshot()]);
  return { baseSha: head.sha, before };
}

/** Checks out the branch of our open pull request. Where that cannot be, the Task starts afresh and says why. */
async function goOnWith(
  repository: Repository,
  remote: Workspace['remote'],
  open: PullRequest | undefined,
): Promise<Pick<Workspace, 'continued' | 'notes'>> {
  if (open === undefined) return { continued: undefined, notes: [] };
  const afresh = (why: string) => ({
    continued: undefined,
    notes: [`#${open.number} is open for this Thread, but this run starts from the checkout: ${why}.`],
  });
  const fetched = await repository.fetch({ ...remote, want: open.headSha, depth: 1 });
  if (fetched.kind !== 'fetched') return afresh(`its branch could not be fetched (${fetched.message})`);
  const checkout = await repository.checkoutDetached(open.headSha);
  if (checkout.kind === 'refused') {
    return afresh(
      `set-up steps changed files that its branch changes too (${checkout.paths.slice(0, 5).join(', ')})`,
    );
  }
  return {
    continued: open,
    notes: [`Goes on with #${open.number}: its branch was fetched and checked out.`],
  };
}
