/** The story of the product: what GitHub told us → who asked for what → may they → the work → one ending. */
import { type Admission, actorOf, admit, type GitHub, readTrigger, type Trigger } from '../github/index.ts';
import { createRedact } from '../policy/index.ts';
import { type Ending, endingWithout } from './ending.ts';
import type { House } from './house.ts';
import type { IncomingEvent } from './incoming.ts';
import { openGitHub } from './open-github.ts';
import { readOrder } from './read-order.ts';

/** Handles one event from beginning to end. Every ending is an `Ending`; only a fault of ours throws. */
export async function runEvent(event: IncomingEvent, house: House): Promise<Ending> {
  const trigger = readTrigger(event.name, event.payload, event.repository);
  if (trigger.kind === 'none') return endingWithout({ kind: 'ignored', reason: trigger.reason });

  const order = readOrder(trigger, house.inputs);
  if (order.kind === 'none') return endingWithout({ kind: 'ignored', reason: order.reason });

  const token = house.inputs('github-token');
  if (token === '') return endingWithout({ kind: 'failed', class: 'config', reason: NO_TOKEN });
  const github = openGitHub(trigger.repository, token, house);

  // What works on an admitted order is large: it loads while GitHub says whether there is one.
  const [admission, work] = await Promise.all([admitSender(trigger, github), import('./work.ts')]);
  const redact = createRedact([token, house.inputs('api-key')].filter((secret) => secret !== ''));
  const scene = { trigger, github, house, redact, token };
  if (admission.kind === 'refused') return work.refuse(scene, admission);
  return work.followOrder(order, scene);
}

/** A schedule needs nobody's leave: it is written on the default branch, where only those who may write put it. */
async function admitSender(trigger: Trigger, github: GitHub): Promise<Admission> {
  const actor = actorOf(trigger);
  return actor === undefined ? { kind: 'admitted' } : admit(github, actor);
}

const NO_TOKEN =
  'The input github-token is empty: leave it out to use the run’s own token, or give it a secret that is set.';
