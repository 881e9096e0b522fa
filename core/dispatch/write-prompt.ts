import { actorOf, type Comment, type Material, nameOf, readThreadMaterial } from '../github/index.ts';
import { fenceUntrusted } from '../policy/index.ts';
import { isOurMarker } from '../render/index.ts';
import { assemblePrompt, type Quoted } from '../state/index.ts';
import type { Order } from './command.ts';
import { recurrenceOf } from './recurrence.ts';
import type { Scene } from './scene.ts';
import type { Subject } from './subject.ts';

export interface PromptFacts {
  order: Order;
  /** What the asker wrote before the command. */
  context: string;
  subject: Subject | undefined;
}

/** The user message: the order, and what stands on its Thread as material. */
export async function writePrompt({ order, context, subject }: PromptFacts, scene: Scene): Promise<string> {
  const { trigger, github, house } = scene;
  const { owner, repo } = trigger.repository;
  const { material, notes } =
    'thread' in trigger ? await readThreadMaterial(github, trigger, isOwn) : { material: [], notes: [] };
  const delimiter = house.newId();
  return assemblePrompt(
    {
      repository: `${owner}/${repo}`,
      task: context === '' ? order.task : `${order.task}\n\nWritten before the command:\n${context}`,
      instruction: order.instruction,
      asker: askerIn(scene),
      quoted: [...material, ...diffOf(subject, material)],
      notes: [...notes, ...notesOn(subject)],
    },
    (quoted: Quoted) => fenceUntrusted({ ...quoted, delimiter }),
  );
}

function askerIn({ trigger, house }: Scene): string {
  const actor = actorOf(trigger);
  return actor === undefined ? (recurrenceOf(trigger, house)?.origin ?? 'a schedule') : `@${actor.login}`;
}

/** The diff is as much its author's as the title. */
function diffOf(subject: Subject | undefined, [title]: readonly Material[]): Material[] {
  if (subject === undefined || title === undefined) return [];
  const { pull, diff } = subject;
  const label = `${nameOf({ kind: 'pull_request', number: pull.number })}, diff of ${pull.headSha.slice(0, 12)}`;
  return [{ ...title, label, text: diff.text }];
}

function notesOn(subject: Subject | undefined): string[] {
  if (subject === undefined) return [];
  const { pull, diff, ours } = subject;
  const where =
    pull.state === 'merged'
      ? `#${pull.number} is merged; the workspace is the default branch`
      : `the workspace holds the files of #${pull.number} (${pull.state}); set-up steps ran before, on the default branch`;
  return [
    where,
    ...(diff.complete ? [] : ['the diff names only the first files that the pull request changes']),
    ...(ours === undefined ? [] : [earlierWork(ours)]),
  ];
}

function earlierWork({ sessionId, run }: NonNullable<Subject['ours']>): string {
  const where = run === undefined ? '' : `, in the run ${run}`;
  return `this pull request is your own work: an earlier Session (${sessionId}) made it${where}, and its body tells what that Session did`;
}

/** Our own Reports and replies tell the model nothing that it should believe. */
function isOwn({ author, body }: Comment): boolean {
  return author?.type === 'Bot' && isOurMarker(body);
}
