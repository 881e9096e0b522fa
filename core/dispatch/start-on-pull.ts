import { contains, findOwnBranches, isProtected, isWorkflowFile, type Pull } from '../github/index.ts';
import type { Scene } from './scene.ts';
import type { Start } from './start.ts';
import type { Subject } from './subject.ts';

/** A pull request that is not merged: the Task starts at its head. Changes go onto its own branch where that may be written to. */
export async function startOnPull(subject: Subject, scene: Scene): Promise<Start> {
  const { pull, here, ours } = subject;
  if (pull.state !== 'open') return besides(subject, pull.base.branch, 'is closed', scene);
  if (!here) return besides(subject, pull.base.branch, whereItsHeadIs(pull), scene);
  const guarded = await isProtected(scene.github, pull.branch);
  if (guarded === undefined) return besides(subject, pull.base.branch, 'has lost its branch', scene);
  if (guarded || pull.branch === scene.trigger.repository.defaultBranch) {
    return besides(subject, pull.branch, 'has a protected or default branch as its head', scene);
  }
  const note =
    ours === undefined
      ? `Works on #${pull.number}: changes become commits on its branch.`
      : `Goes on with #${pull.number}, which an earlier Session made.`;
  return {
    ...atHead(pull),
    continued: { pullRequest: pull, text: ours === undefined ? 'theirs' : 'ours' },
    into: pull.base.branch,
    takenBranches: [],
    relation: ours?.relation ?? {},
    withheld: undefined,
    notes: [note],
  };
}

function whereItsHeadIs({ headRepository }: Pull): string {
  return headRepository === undefined ? 'comes from a fork that is gone' : 'comes from a fork';
}

function atHead(pull: Pull): Pick<Start, 'at' | 'otherwise' | 'pull'> {
  return { at: { want: `refs/pull/${pull.number}/head`, sha: pull.headSha }, otherwise: 'stop', pull };
}

/** On a branch of ours that holds the pull request's commits, and a pull request of ours that names it. */
async function besides(
  { pull, diff, here }: Subject,
  into: string,
  why: string,
  { github }: Scene,
): Promise<Start> {
  const { taken, open } = await findOwnBranches(github, String(pull.number));
  const withheld = here ? undefined : foreignWorkflows(pull, diff);
  const said = `#${pull.number} ${why}`;
  const ours = { into, takenBranches: taken, withheld, relation: { builds: pull.number } };
  if (open !== undefined && (await contains(github, open.headSha, pull.headSha))) {
    return {
      at: { want: open.headSha, sha: open.headSha },
      otherwise: 'stop',
      ...ours,
      continued: { pullRequest: open, text: 'ours' },
      pull: undefined,
      notes: [`${said}: goes on with #${open.number}, which holds its commits.`],
    };
  }
  return {
    ...atHead(pull),
    ...ours,
    continued: undefined,
    notes: [
      `${said}: changes go into a pull request of ours that holds its commits too.`,
      ...(open === undefined ? [] : [`#${open.number} holds older commits of it and stays as it is.`]),
    ],
  };
}

/** A stranger's workflow on a branch of this repository could run with its secrets. */
function foreignWorkflows({ number }: Pull, { paths, complete }: Subject['diff']): string | undefined {
  const found = paths.filter(isWorkflowFile);
  if (complete && found.length === 0) return undefined;
  const what = complete
    ? `changes workflow files (${found.slice(0, 3).join(', ')})`
    : 'changes too many files to check for workflow files';
  return `#${number} comes from a fork and ${what}, so its commits are not put on a branch of this repository: take the changes by hand from changes.patch in the run's artifacts.`;
}
