import { type ComposedTree, openRepository, type Repository, type Snapshot } from '../git/index.ts';
import type { Scene } from './scene.ts';
import { findStart, type Start } from './start.ts';
import type { Subject } from './subject.ts';

/** The checked-out repository before, while and after a Task works in it. */
export interface Workspace {
  repository: Repository;
  /** Where to fetch and push, and with what. */
  remote: { url: string; token: string };
  /** The commit that the Task starts on. */
  baseSha: string;
  start: Start;
  /** Settles when what set-up steps have left is remembered: no tool may touch a file before. The first call begins it. */
  remember(): Promise<unknown>;
  /** What the Task changed, laid onto the base commit. */
  changes(): Promise<ComposedTree>;
  /** From the base commit to a tree, at most `maxBytes` of it. */
  patch(tree: string, maxBytes: number): Promise<string>;
}

export type OpenedWorkspace =
  | { kind: 'open'; repository: Repository; headSha: string }
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
  return opened.kind === 'repository'
    ? { ...opened, kind: 'open' }
    : { kind: 'unusable', problem: opened.message };
}

export type PreparedWorkspace =
  | { kind: 'ready'; workspace: Workspace }
  /** The Task cannot start where it has to. */
  | { kind: 'blocked'; reason: string };

/** Goes to where the Task starts. */
export async function prepareWorkspace(
  { repository, headSha }: Extract<OpenedWorkspace, { kind: 'open' }>,
  subject: Subject | undefined,
  scene: Scene,
): Promise<PreparedWorkspace> {
  const { trigger, house, token } = scene;
  const { owner, repo } = trigger.repository;
  const remote = { url: `${house.github.serverUrl}/${owner}/${repo}.git`, token };
  const reached = await reach(await findStart(subject, scene), repository, remote);
  if (reached.kind === 'blocked') return reached;
  const { start } = reached;
  const baseSha = start.at?.sha ?? headSha;

  let before: Promise<Snapshot> | undefined;
  const remember = () => {
    before ??= repository.snapshot();
    return before;
  };
  const workspace: Workspace = {
    repository,
    remote,
    baseSha,
    start,
    remember,
    async changes() {
      const { tree: before } = await remember();
      const { tree: after } = await repository.snapshot();
      return repository.composeTree({ base: baseSha, before, after });
    },
    patch: async (tree, maxBytes) => (await repository.diff({ from: baseSha, to: tree, maxBytes })).text,
  };
  return { kind: 'ready', workspace };
}

/** Checks out the commit that the Task starts on. Where that cannot be, it starts afresh and says why, or not at all. */
async function reach(
  start: Start,
  repository: Repository,
  remote: Workspace['remote'],
): Promise<{ kind: 'reached'; start: Start } | { kind: 'blocked'; reason: string }> {
  if (start.at === undefined) return { kind: 'reached', start };
  const problem = await goTo(start.at, repository, remote);
  const { continued, otherwise } = start;
  if (problem === undefined) return { kind: 'reached', start };
  if (otherwise === 'stop') return { kind: 'blocked', reason: `The run could not start: ${problem}.` };
  const number = continued?.pullRequest.number;
  const note = `#${number} is open for this Thread, but this run starts from the checkout: ${problem}.`;
  return {
    kind: 'reached',
    start: { ...start, at: undefined, continued: undefined, notes: [note] },
  };
}

/** Resolves to what is in the way, without a full stop. What is fetched by name must be the commit that GitHub told before. */
async function goTo(
  { want, sha }: NonNullable<Start['at']>,
  repository: Repository,
  remote: Workspace['remote'],
): Promise<string | undefined> {
  const fetched = await repository.fetch({ ...remote, want, depth: 1 });
  if (fetched.kind !== 'fetched') return `its branch could not be fetched (${fetched.message})`;
  if (fetched.sha !== sha) {
    return `its head moved from ${sha.slice(0, 12)} to ${fetched.sha.slice(0, 12)} at that moment; give the command again`;
  }
  const checkout = await repository.checkoutDetached(sha);
  if (checkout.kind === 'moved') return undefined;
  return `set-up steps changed files that its branch changes too (${checkout.paths.slice(0, 5).join(', ')})`;
}
