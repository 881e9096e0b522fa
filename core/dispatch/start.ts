import { type Continued, findOwnBranches, type Pull, threadOf } from '../github/index.ts';
import type { Relation } from '../render/index.ts';
import { recurrenceOf } from './recurrence.ts';
import type { Scene } from './scene.ts';
import { startOnPull } from './start-on-pull.ts';
import type { Subject } from './subject.ts';

/** Where a Task starts, and where its changes go. */
export interface Start {
  /** The commit to go to, and what to fetch for it; undefined for what the workflow checked out. */
  at: { want: string; sha: string } | undefined;
  /** What to do when that cannot be reached: start from the checkout, or not at all. */
  otherwise: 'afresh' | 'stop';
  /** The pull request whose branch takes the changes; undefined for a new branch. */
  continued: Continued | undefined;
  /** The branch that a new pull request goes into. */
  into: string;
  /** Names of our branches that a new one may not have. */
  takenBranches: readonly string[];
  /** What a pull request of ours says of others. */
  relation: Relation;
  /** The pull request whose head must still be where the Task started when its changes are published. */
  pull: Pull | undefined;
  /** Why nothing that starts here may be published. */
  withheld: string | undefined;
  /** What people should know of it. */
  notes: string[];
}

export function findStart(subject: Subject | undefined, scene: Scene): Promise<Start> {
  if (subject === undefined) return startAtCheckout(scene, []);
  const { number, state } = subject.pull;
  if (state !== 'merged') return startOnPull(subject, scene);
  const note = `#${number} is merged: this run starts from the default branch, and changes go into a new pull request.`;
  return startAtCheckout(scene, [note]);
}

/** Goes on with the open pull request of ours, if there is one. */
async function startAtCheckout(scene: Scene, notes: string[]): Promise<Start> {
  const { github, house, trigger } = scene;
  const thread = threadOf(trigger);
  const owner = branchOwner(scene);
  const { taken, open } =
    owner === undefined ? { taken: [], open: undefined } : await findOwnBranches(github, owner);
  return {
    at: open && { want: open.headSha, sha: open.headSha },
    otherwise: 'afresh',
    continued: open && { pullRequest: open, text: 'ours' },
    into: house.run.branch || trigger.repository.defaultBranch,
    takenBranches: taken,
    relation: thread?.kind === 'issue' ? { closes: thread.number } : {},
    pull: undefined,
    withheld: undefined,
    notes:
      open === undefined
        ? notes
        : [...notes, `Goes on with #${open.number}, which an earlier Session opened.`],
  };
}

/** What the branches of one Thread or one schedule have in common; undefined where each is on its own. */
export function branchOwner({ trigger, house }: Scene): string | undefined {
  const thread = threadOf(trigger);
  if (thread !== undefined) return String(thread.number);
  return trigger.kind === 'schedule' ? recurrenceOf(trigger, house)?.key : undefined;
}
