import { type Comment, readThreadMaterial } from '../github/index.ts';
import { fenceUntrusted } from '../policy/index.ts';
import { isOurMarker } from '../render/index.ts';
import { assemblePrompt, type Quoted } from '../state/index.ts';
import type { Order } from './command.ts';
import type { Scene } from './scene.ts';

/** The user message: the order, and what stands on its Thread as material. `context` is what the asker wrote before the command. */
export async function writePrompt(
  order: Order,
  context: string,
  { trigger, github, house }: Scene,
): Promise<string> {
  const { owner, repo } = trigger.repository;
  const material =
    trigger.kind === 'comment'
      ? await readThreadMaterial(github, trigger.thread, trigger.comment, isOwn)
      : { material: [], notes: [] };
  const delimiter = house.newId();
  return assemblePrompt(
    {
      repository: `${owner}/${repo}`,
      task: context === '' ? order.task : `${order.task}\n\nWritten before the command:\n${context}`,
      instruction: order.instruction,
      asker: trigger.actor.login,
      quoted: material.material,
      notes: material.notes,
    },
    (quoted: Quoted) => fenceUntrusted({ ...quoted, delimiter }),
  );
}

/** Our own Reports and replies tell the model nothing that it should believe. */
function isOwn({ author, body }: Comment): boolean {
  return author?.type === 'Bot' && isOurMarker(body);
}
