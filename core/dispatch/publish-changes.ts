import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type ComposedTree, slug } from '../git/index.ts';
import { actorOf, BRANCH_PREFIX, type Publication, publish, readPull } from '../github/index.ts';
import { type Answer, pullRequestBody, pullRequestTitle, splitAnswer } from '../render/index.ts';
import type { Order } from './command.ts';
import type { Talk } from './converse.ts';
import type { LiveReport } from './live-report.ts';
import { recurrenceOf } from './recurrence.ts';
import type { Scene } from './scene.ts';
import { branchOwner } from './start.ts';
import type { Workspace } from './workspace.ts';

/** How much of unpublished changes is kept for a person. */
const MAX_PATCH_BYTES = 5 * 1024 * 1024;

export interface Work {
  order: Order;
  talk: Talk;
  workspace: Workspace;
  live: LiveReport;
}

/**
 * Publishes what a Task changed, when it came to its end; else the changes are kept as a patch beside the trace. Undefined when nothing changed or
 * nothing was to be published.
 */
export async function publishChanges(work: Work, scene: Scene): Promise<Publication | undefined> {
  const { talk, workspace, live } = work;
  const answer = splitAnswer(talk.answer);
  const composed = await workspace.changes();
  live.know({ answer, changedFiles: changedFiles(composed) });
  if (composed.changes.length === 0) return undefined;

  const publication = talk.end.kind === 'answered' ? await send(work, composed, answer, scene) : undefined;
  if (publication?.kind !== 'published') await keepPatch(workspace, composed.tree, live);
  live.know({ links: linksOf(publication, workspace.start.into, scene) });
  return publication;
}

function changedFiles({ changes, alsoChangedBefore }: ComposedTree) {
  return changes.map(({ path, additions, deletions }) => ({
    path,
    additions,
    deletions,
    alsoChangedBefore: alsoChangedBefore.includes(path),
  }));
}

async function send(work: Work, composed: ComposedTree, answer: Answer, scene: Scene): Promise<Publication> {
  const { order, workspace, live } = work;
  const { github, house, trigger, redact } = scene;
  if (composed.filtered.length > 0) return keptByFilter(composed.filtered);
  const { start } = workspace;
  if (start.withheld !== undefined) return { kind: 'blocked', reason: start.withheld };
  const moved = await movedMeanwhile(workspace, scene);
  if (moved !== undefined) return { kind: 'blocked', reason: moved };
  const title = redact.text(pullRequestTitle(answer, order.title));
  return publish({
    github,
    repository: workspace.repository,
    clock: house.clock,
    remote: workspace.remote,
    baseSha: workspace.baseSha,
    tree: composed.tree,
    changes: composed.changes,
    asker: actorOf(trigger),
    title,
    branch: { base: branchName(branchOwner(scene), title), taken: start.takenBranches },
    continued: start.continued,
    into: start.into,
    body: redact.text(bodyOf(work, answer, scene)),
    signal: house.signal,
    onPush: (branch) => live.remember({ branch }),
  });
}

function bodyOf({ workspace, live }: Work, answer: Answer, { trigger, house }: Scene): string {
  const asker = actorOf(trigger)?.login;
  const origin = recurrenceOf(trigger, house)?.origin;
  return pullRequestBody({
    sessionId: live.record.sessionId,
    answer,
    ...(asker === undefined ? {} : { asker }),
    ...(origin === undefined ? {} : { madeFor: origin }),
    ...workspace.start.relation,
    links: live.links(),
  });
}

/** Why what the Task did no longer fits the pull request that it started on; undefined when it still does. */
async function movedMeanwhile(
  { start: { pull } }: Workspace,
  { github, house, trigger }: Scene,
): Promise<string | undefined> {
  if (pull === undefined) return undefined;
  const { headSha } = await readPull(github, pull.number);
  if (headSha === pull.headSha) return undefined;
  const { owner, repo } = trigger.repository;
  const between = `${pull.headSha.slice(0, 12)}...${headSha.slice(0, 12)}`;
  return `#${pull.number} moved while the run worked (${house.github.serverUrl}/${owner}/${repo}/compare/${between}), so its changes were not pushed: they are in the run's artifacts as changes.patch. Give the command again to start from where it is now.`;
}

function branchName(owner: string | undefined, title: string): string {
  return BRANCH_PREFIX + [owner, slug(title)].filter((part) => part !== undefined).join('-');
}

function keptByFilter(paths: readonly string[]): Publication {
  return {
    kind: 'blocked',
    reason: `The changes touch files that a git filter such as LFS governs (${paths.slice(0, 5).join(', ')}), and filters do not run here: make that change by hand from the patch in the run's artifacts.`,
  };
}

async function keepPatch(workspace: Workspace, tree: string, live: LiveReport): Promise<void> {
  const { traceFile } = live.record;
  if (traceFile === undefined) return;
  const patchFile = join(dirname(traceFile), 'changes.patch');
  writeFileSync(patchFile, await workspace.patch(tree, MAX_PATCH_BYTES), { mode: 0o600 });
  live.remember({ patchFile });
}

/** CI on a pull request that a run's own token made waits for a person; other tokens' CI runs by itself. */
function linksOf(publication: Publication | undefined, into: string, scene: Scene) {
  if (publication === undefined) return {};
  if (publication.kind === 'published') {
    const { url, author } = publication.pullRequest;
    const waits = author === 'github-actions[bot]';
    return { pullRequest: url, ...(waits ? { approveWorkflows: `${url}/checks` } : {}) };
  }
  if (publication.branch === undefined) return {};
  return { compare: compareUrl(publication.branch, into, scene) };
}

/** The page that shows what a branch would bring `into` another, and offers the pull request. */
export function compareUrl(
  branch: string,
  into: string,
  { house, trigger }: Pick<Scene, 'house' | 'trigger'>,
): string {
  const { owner, repo } = trigger.repository;
  const ends = [into, branch].map((name) => name.split('/').map(encodeURIComponent).join('/'));
  return `${house.github.serverUrl}/${owner}/${repo}/compare/${ends.join('...')}`;
}
